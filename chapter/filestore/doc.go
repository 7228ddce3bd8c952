// Package filestore keeps marks and data on disk, so that the fence still
// stands after the storage has crashed.
//
// A storage that remembers its marks only in memory forgets them in a restart,
// and the first to write afterwards may be the zombie. So the mark has to be on
// the disk. That is quickly said. What does it take?
//
// # Why are mark and data saved together?
//
// Say that they are two files, and client2 writes under token 34. If the data
// is saved first and the power fails in between, the storage comes back with
// client2's data under mark 33: client1's late write passes and wipes it out.
// The other way round, the mark first, it comes back as after a claim, which is
// safe; but then everything hangs on an order, and a disk keeps no order that it
// is not forced to keep. If both are saved in one step, there is no "in
// between". So a [Store] is one file, with a line for each key: its mark, its
// name and its data.
//
//	fencing filestore, format 1
//	34 "orders" "client2 data"
//	7 "users"
//	sha256 ...
//
// The second key has been claimed, or deleted, and has no data. Its line stays:
// a key that forgot its mark would take any token again.
//
// # How is one state replaced by the next?
//
// Overwriting the file would leave half of each state if the power failed
// halfway. So the next state is written beside it, and takes its place in one
// step:
//
//  1. Write the next state to a new file. It has another name: whatever becomes
//     of it, the present state is untouched.
//  2. Sync that file. Until then its bytes are in memory alone, and the disk may
//     learn the new name of a file before it learns its content.
//  3. Rename it over the present one. The name stands for either the old file
//     or the new one, and never for anything else.
//  4. Sync the folder. A name is content, too: the folder's. Until it is synced
//     the rename can be undone.
//
// Only then is the caller told that its write was accepted. Leave out any of
// these, or swap two, and some crash loses an acknowledged write or the whole
// file; the tests of this package do so, and show which.
//
// # What may a crash do?
//
// The package is built for this model of a crash, at any moment:
//
//   - What was synced survives.
//   - A write that was not synced may be lost, torn (a part of it is there, or
//     zeros are) or be there, and so may each of several, in any combination:
//     the order of writing means nothing.
//   - A change of names that was not followed by a sync of the folder may be
//     undone, whatever became of the content of the files. A rename may leave
//     the old name beside the new one. It does not lose both.
//
// After such a crash the next [Open] finds the state before the call that was
// interrupted or the one after it, whole. Every acknowledged call is there.
//
// Killing the process shows less than this. What a killed process has written
// is in the memory of the operating system, which lives on and brings it to the
// disk, synced or not. A store that never syncs passes every kill, and loses
// its marks when the power fails. The tests do both: they kill real processes,
// and they cut the power of a simulated disk.
//
// # What if the disk reports an error?
//
// Then nobody knows what is on it. A sync that failed must not be tried again:
// some systems drop what they could not write, and the second sync reports
// success because nothing is left to do. So after the first error the Store is
// broken. It does not acknowledge the call, and refuses every later one with
// [ErrBroken]. Open reads what is really there, and saves it once more in the
// four steps before it hands it out: what was read may so far be in memory
// alone, left there by a process that was killed, or whose last sync failed.
//
// # What if the file is damaged?
//
// No crash of the kind above damages it. A failing disk can, or a person. Open
// then returns [ErrCorrupt] and leaves the file as it is. It never starts with
// an empty store instead: that would be the lost mark all over again.
//
// # Why one file and not one per key?
//
// Because it is less to get right. Every write costs as much as the whole store
// is large, which is fine for a few hundred small values and for a book. One
// file per key would write less. It would need file names for keys such as
// "../a", and could lose one of its files without anybody noticing.
//
// # Who else may open the folder?
//
// Nobody. A second Store with a memory of its own would overwrite what the
// first has acknowledged. Open locks the folder, and returns [ErrInUse] if
// somebody has it open, be it in this process or in another. This is a lock and
// no lease: the operating system keeps it for as long as the process lives,
// paused or not, and takes it back when the process ends, killed or not. It
// never lapses, and so it makes no zombies. It also holds on one machine only.
// On a network file system it may not hold at all.
//
// # What does it not do?
//
// It can't see that the file was deleted, or replaced by an older one from a
// backup: an empty folder is a new store, and an old file is a valid one. Both
// take the marks back. It believes the disk: a drive that reports a sync before
// it is done can lose what was acknowledged. On Windows a folder can't be
// synced, so there the fourth step is missing: if the power fails, the latest
// renames may be undone, acknowledged or not, and marks go back with them.
package filestore
