// Zombie makes a zombie of a real process: it freezes a client with SIGSTOP
// until its lease is over, and wakes it. What does the storage hold then?
//
//	go run ./examples/zombie
//
// No clock is turned by hand here, and nothing is simulated. A lock service and
// a storage listen on this machine's loopback and speak HTTP; they are the
// LockService, PlainStorage and FencedStorage of
// [example.com/fencing/chapter], with time.Now. client1 and client2 are
// processes. client1 is granted the lease, looks at it, finds it good, and is
// frozen: the system itself reports that the process stands still. When the
// lease is over client2 is granted the next one, and writes. Then client1 wakes,
// and the next line of its program is the write. All of it happens twice, before
// a storage that takes what comes and before one that compares tokens, and takes
// about three seconds. It needs a Unix system, such as Linux or macOS.
//
// # What is there to watch for?
//
//   - Both clients are the same program both times. All that changes is the
//     storage.
//   - client1 looks at its lease, and it is good. The pause comes afterwards.
//   - The lock service refuses client2 as long as the lease is good. It does
//     nothing wrong.
//   - client1 still believes that it holds the lease, also when it was refused.
//
// # What can be changed?
//
//	-fencing=off|on|both       whether the storage compares tokens (both)
//	-ttl=1s                    how long a lease lasts (200ms with -n)
//	-pause=1500ms              how long client1 is frozen; longer than the lease
//	-check=never|before|after  when client1 looks at its lease (before)
//	-scenario=pause|delayed    freeze client1, or hold its packet back (pause)
//	-n=1000                    so many runs, counted instead of narrated
//	-kill                      kill the storage again and again; -n says how often
//	-v                         also show processes, signals and HTTP
//
// With -check=after client1 looks after waking. Its clock has run on, so it sees
// that its lease is over, and no harm is done: looking is worth while. It helps
// against a pause before the look, and no look helps against a pause after it.
//
// With -scenario=delayed nobody is frozen. client1 sends its write while its
// lease is good, and a proxy holds the request back until client2 has written.
//
// With -kill the storage is a process, too, on
// [example.com/fencing/chapter/filestore]. It is killed with SIGKILL between two
// writes and in the middle of one, and starts again from its file. Mark and data
// must survive together, what was acknowledged must be there, and each late
// write must be refused. A client that was frozen before the first kill wakes
// after the last one. (A killed process leaves what it has written with the
// operating system. How the file survives when the power fails is tested in
// filestore, where the disk is simulated.)
//
// The exit status is 0 if what had to happen happened, 1 if not, and 2 for bad
// usage. (Behind go run it is 1 for both, and go run prints "exit status 2".)
//
// # How exact is the pause?
//
// client1 says in a line on its standard output that it is about to write, and
// reads the answer on its standard input. In between it is stopped. Only when the
// system reports the stop is the answer written, which then waits in the pipe.
// So client1 cannot write before it wakes, and has nothing else to wait for when
// it does. All else that takes time is waited for by asking: client2 asks the
// lock service again at the time that a refusal names. No step hopes that another
// was quick enough, and none waits for ever.
//
// A request is sent once. If Go's HTTP client finds that a connection was closed
// which it had kept open, as a process does that wakes after a long pause, it opens
// another and may send the request again by itself. So these clients keep none
// open, and the writes that arrive are counted.
//
// However it ends, by itself, by Ctrl-C, or because a child has failed, no process
// is left behind and no file. If this program itself is killed with SIGKILL, its
// children end with it, but the folder of -kill stays among the temporary files.
package main
