// Package examples holds the experiments of the text in
// [example.com/fencing/chapter]: one file, one question, one Example whose
// printed output is checked on every run.
//
// # How do I use it?
//
// Read a question in the list below and say what you think will happen, aloud
// or on paper. Then unfold the Example of that name and compare. The last
// comment in its body says why. Begin with s01 to s04; after that each can be
// read alone.
//
// In a checkout, the first command asks the questions one after the other, and
// tells how each ends after you press Enter; with a name it asks that one alone.
// The last runs all of them and prints nothing but ok.
//
//	go run ./examples/predict
//	go run ./examples/predict s02
//	go test ./examples
//
// On Linux and macOS, go run ./examples/zombie shows how s01 and s02 end, with
// real processes, one of them really frozen.
//
// Then break something: in chapter/fencedstorage.go, in the method admit, delete
// the three lines of the guard, or turn its < into <=, and see which stories end
// differently.
//
// # What happens? Predict first.
//
//   - s01_zombieWrite: client1 holds the lease and stops for a long garbage
//     collection. Meanwhile its lease lapses, and client2 is granted the next
//     one and writes. Then client1 wakes and makes the write it was about to
//     make. What does the storage hold, and who is told of an error?
//
//   - s02_fencingToken: the same order of events, but each write carries the
//     token of its lease, and the storage refuses any token lower than the
//     highest it has accepted. client2 writes twice before client1 wakes. Which
//     of the three writes are refused, and what does client1 believe afterwards?
//
//   - s03_delayedPacket: client1 is not paused at all. It sends its write while
//     its lease is good, and the network holds the packet back until client2 has
//     been granted the lease and has written. Is the packet refused, although it
//     was rightful when it was sent?
//
//   - s04_leaseCheck: client1 looks before it writes. It checks its lease once,
//     or twice, or wants five seconds left over, or asks the lock service
//     itself, or puts a deadline on the write that ends with its lease. The
//     storage is the plain one. Which of these five habits saves the data?
//
//   - s05_everySchedule: not one unlucky order of events, but all of them. In
//     how many does an older grant write over a newer one if the clients do not
//     look at their lease, look once, twice, with a margin, or ask the lock
//     service? Which of these brings the number down to zero? And if harm begins
//     with the newer holder's first read: how many harmful orders does the fence
//     leave, and how many are left if each client shows its token to the storage
//     as it reads?
//
//   - s06_compareAndSet: one storage compares versions, another compares tokens.
//     client1 wakes after client2 has written and tries to write, first with the
//     version that it read before its pause, then with one that it reads afresh.
//     Which storage refuses which attempt? And if client2 itself writes twice
//     from one old read?
//
//   - s07_fenceOnETags: an object store knows one condition, "put this if the
//     object still has the ETag I saw", and an ETag is a digest of the content.
//     client1 sees blue and pauses; client2 paints it green, then blue again.
//     Does client1's conditional put succeed? And with a token inside the
//     object?
//
//   - s08_markPerKey: orders and users are two resources under two leases in one
//     bucket. The holder of orders has token 34, the holder of users 7. Is token
//     7 refused? Then orders is deleted, and a zombie with token 33 tries to
//     create it anew. Is there a mark left to refuse it?
//
//   - s09_claimThenRead: the storage is fenced, and each client adds a letter to
//     what it has read. client1 reads and pauses. client2 is granted the lease
//     and reads. Only then does client1 wake and write, before client2's first
//     write. What is client1 told, and is its letter there at the end? What
//     changes if client2 first shows the storage its token, and reads after
//     that?
//
//   - s10_lostCounter: while client1 is paused the lock service restarts, once
//     with the counter it had and once without, so that it begins at 1 again.
//     client2 is granted the next lease. Who gets into the storage, if client1
//     had written before its pause? And if it had not?
//
//   - s11_lostMark: the storage keeps its data on disk, but its mark only in
//     memory. It has just refused client1. Then it restarts, and client1 tries
//     once more. Is it refused again?
//
//   - s12_renewal: client1 renews its lease of twelve seconds every four, for
//     half a minute. Then it is paused, and its heartbeat with it; on waking it
//     renews before anything else. Is it granted? Nobody else wanted the lease
//     in the meantime: does client1 get its old token back?
//
//   - s13_randomTokens: some locks hand out a large random value with each
//     grant, so that nobody can release what somebody else holds. No two are
//     ever equal. A thousand times, client2 takes over from client1, and client1
//     wakes and writes once more. How often does a fence on such values end with
//     the wrong data? And how often if the values are counted instead?
//
//   - s14_checkApartFromWrite: the fence is where it belongs, inside the
//     storage, but it checks in one step and writes in the next. Between
//     client1's two steps come client2's. Does the fence hold? And if each
//     client's check and write are one step?
//
//   - s15_dumbStorage: the storage can't compare anything. Before client2 is
//     granted the lease, somebody switches client1's machine off and makes sure
//     that it is off. Is the data safe then? And if client1 had sent its write
//     just before?
//
//   - s16_renamedLog: a server writes a log and pauses. The master takes it for
//     dead and reads the log, to hand the work on. The server wakes, adds a line
//     to the file that it has open, and then begins the next file. The second
//     time the master renames the folder before it reads. Which of the server's
//     two writes fail?
//
//   - s17_lockDelay: a server that can check asks the lock service whether the
//     lease that came with a write is still the one. For servers that can't, the
//     lock service waits for a minute after a lease has expired before it grants
//     the next. A packet of client1's is late by half a minute, or by two
//     minutes. When does it do damage?
//
//   - s18_slowClock: nobody pauses. client1 checks its lease immediately before
//     it writes, and its code is quick. But its clock runs slow, or is set back.
//     What does its check say, and what happens at the plain and at the fenced
//     storage?
//
//   - s19_refreshedToken: client1 is refused, "token 33 < 34". Its programmer
//     knows what to do about errors: fetch the current token and try again. What
//     happens? And what should client1 do instead?
//
//   - s20_withinOneGrant: one client, one lease, token 33. It sends a first
//     write that gets stuck, gives up waiting, and sends a second one, which
//     lands. Then the first arrives. Does the fence refuse it? What would?
package examples
