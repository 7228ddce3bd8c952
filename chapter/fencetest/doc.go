// Package fencetest tells whether your storage is fenced, and whether your lock
// service's tokens can be trusted with the fence.
//
// A storage is a [Store], an adapter with four methods:
//
//	Claim(ctx, key, token) (data, error)     // raise the mark, then read
//	Read(ctx, key) (data, mark, error)
//	Write(ctx, key, data, token) error       // raises the mark, too
//	Delete(ctx, key, token) error            // raises the mark, and keeps it
//
// A lock service is a [Locker], with three:
//
//	Acquire(ctx, name, holder, ttl) (lease, error)  // does not wait
//	Renew(ctx, name, lease, ttl) (lease, error)
//	Release(ctx, name, lease) error
//
// Tokens and leases are [chapter.Token] and [chapter.Lease]. A token below the
// mark gets an error that is [chapter.ErrStaleToken], a lease that somebody has
// one that is [chapter.ErrHeld], and a lease that is over [chapter.ErrNotHeld].
//
// The faults that matter don't show in daily work: it takes a client that sleeps
// through its lease, a restart at the wrong moment, two calls that meet. This
// package makes them happen.
//
// # How do I test my own?
//
// Hand [TestStore] a function that opens the store:
//
//	func TestMyStore(t *testing.T) {
//		fencetest.TestStore(t, func(t *testing.T) fencetest.StoreHarness {
//			dir := t.TempDir()
//			store, err := mystore.Open(dir)
//			if err != nil {
//				t.Fatal(err)
//			}
//			return fencetest.StoreHarness{
//				Store: store,
//				Reopen: func() (fencetest.Store, error) { // a crash calls no Close:
//					before := dir
//					dir = t.TempDir() // open a copy of what is on the disk
//					if err := os.CopyFS(dir, os.DirFS(before)); err != nil {
//						return nil, err
//					}
//					return mystore.Open(dir)
//				},
//				// Another: a second client, if more than one can have it open.
//			}
//		})
//	}
//
// Run it with -v to see what was skipped, and why. Each check is a subtest: go
// test -run TestMyStore/delete-keeps-mark plays one alone. Every check uses keys
// that nobody has used before, so the function may also return a connection to a
// server that others share. Outside of a test there are [CheckStore] and
// [CheckLocker], which skip without a word.
//
// Reopen is to be as cruel as you can make it: kill the server rather than stop
// it. A Reopen that calls Close passes a store that saves only in Close. On
// Windows nobody can copy a file that is held open without sharing, such as a lock
// file: there, leave it out of the copy.
//
// # How do I test a lock service?
//
// Hand [TestLocker] a function that reaches it:
//
//	func TestMyLocks(t *testing.T) {
//		fencetest.TestLocker(t, func(t *testing.T) fencetest.LockerHarness {
//			clock := new(chapter.Clock) // turned by hand: nothing waits
//			return fencetest.LockerHarness{
//				Locker:   mylocks.NewLockTable(clock.Now),
//				Now:      clock.Now,     // reads the service's clock
//				Advance:  clock.Advance, // turns it, so that leases run out
//				NoReopen: true,          // a restart forgets everything
//			}
//		})
//	}
//
// Leave out Now and Advance if its clock can't be turned by hand: then the suite
// waits for leases to run out. One that keeps its counter through a restart sets
// Reopen, which restarts it, instead of NoReopen.
//
// # What if mine can't do something?
//
// Then the harness says so: [StoreHarness] and [LockerHarness] have a field for
// each limit that real systems have. A database keeps tokens in 63 bits, a
// script in Redis in 53; an object store may not delete. A check that does not
// apply is skipped under its name, and go test -v shows why. What is not
// declared is tested.
//
// A limit must be kept to as well: above its largest token a store refuses. One
// that cuts tokens down to size lets the wrong ones in.
//
// # What does a failure tell?
//
// The calls in order, with their tokens, what came back, and what had to:
//
//	claim-fences: a claim alone shuts out every former holder, whatever the key holds
//	1. Write("k", "old", 33) → ok
//	2. Claim("k", 34) → "old"
//	3. Write("k", "stale", 33) → ok
//	   want an error that is chapter.ErrStaleToken: 34 has claimed
//	Read "What does fencing not do?" in example.com/fencing/chapter.
//
// One fault is told once. A check that comes across what another one asks for
// ends early if that one fails as well, and go test -v says which to see.
//
// A call that panics is told like any other. So is one that is still not back
// when its context has been over for as long again; the suite leaves it behind
// and stops there.
//
// # How are calls judged that meet?
//
// Clients with different tokens rush at one key, or at one lease, many times over.
// What they did and what came back is a history, and [porcupine] decides whether
// it is in order: whether there is a sequence of the same calls, each at some
// instant between its beginning and its end, in which a fenced key that does one
// thing at a time gives the same answers. If there is none, the failure marks the
// first call with whose answer no order fits any more, and tells the path of a
// file with porcupine's drawing; with go test -artifacts it is among the test's
// artifacts. What goes wrong even if the same calls are made one at a time is no
// race: the failure says so, and tells those calls instead.
//
// Some of the chapter's errors say that nothing has happened. From a store they
// are [chapter.ErrStaleToken] and [chapter.ErrNoToken], from a lock service
// [chapter.ErrHeld], [chapter.ErrNotHeld], [chapter.ErrTTL],
// [chapter.ErrNoHolder] and [chapter.ErrTokensExhausted]. Any other error leaves
// open what happened: the call may have been made and its answer lost. Such a call
// counts as made or not made, whichever is in order.
//
// # What can't it see?
//
//   - Faults that take a crash in the middle of a call, a failover, or a restore
//     from a backup. Reopen is as gentle or as cruel as you make it.
//   - Ways to the data past the interface: metadata, an administrator's console.
//   - Whether Expires is counted from before the request was sent. By a clock
//     that stands still during a call the difference can't be seen.
//   - Rare schedules, such as a token drawn a microsecond before its grant. A
//     store in memory that unlocks its mutex between the check and the write, and
//     waits for nothing in between, usually passes: the suite can't hold a client
//     up in there. That a history is in order proves nothing about the next one.
//     Package schedule tries them all, on code of a size where that can be done.
//   - Limits that are further away than it goes: 3000 keys, or as many as take a
//     quarter of a second; a year, by a clock that can be turned; keys of 5000
//     bytes.
//
// [porcupine]: https://github.com/anishathalye/porcupine
package fencetest
