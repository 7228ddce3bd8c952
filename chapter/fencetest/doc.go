// Package fencetest tells whether your storage is fenced, and whether your lock
// service's tokens can be trusted with the fence.
//
// The chapter's experiments run on storages that fit on a page. Yours does not,
// and the faults that matter in it don't show in daily work: it takes a client
// that sleeps through its lease, a restart at the wrong moment, two calls that
// meet. This package makes them happen. It knows a storage as a [Store] and a
// lock service as a [Locker], so what it takes is an adapter with four methods,
// or three.
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
//				Reopen: func() (fencetest.Store, error) { // a restart
//					store.Close()
//					store, err = mystore.Open(dir)
//					return store, err
//				},
//			}
//		})
//	}
//
// and [TestLocker] one that reaches the lock service. Each check is a subtest:
// go test -run TestMyStore/delete-keeps-mark plays one alone. Every check uses
// keys that nobody has used before, so the function may also return a connection
// to a server that others share. Outside of a test there are [CheckStore] and
// [CheckLocker].
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
//	claim-fences: a claim alone shuts out every former holder
//	1. Write("k", "old", 33) → ok
//	2. Claim("k", 34) → "old"
//	3. Write("k", "stale", 33) → ok
//	   want an error that is chapter.ErrStaleToken: 34 has claimed
//	Read "What does fencing not do?" in example.com/fencing/chapter.
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
// thing at a time gives the same answers. If there is none, porcupine's drawing of the
// history is left in a file, whose path the failure tells; with go test
// -artifacts it is among the test's artifacts.
//
// An error that is neither [chapter.ErrStaleToken] nor another of the chapter's
// leaves open what happened: the call may have been made and its answer lost.
// Such a call counts as made or not made, whichever is in order.
//
// # What can't it see?
//
//   - Faults that take a crash in the middle of a call, a failover, or a restore
//     from a backup. Reopen is as gentle or as cruel as you make it.
//   - Ways to the data past the interface: metadata, an administrator's console.
//   - Whether Expires is counted from before the request was sent. By a clock
//     that stands still during a call the difference can't be seen.
//   - Rare schedules, such as a token drawn a microsecond before its grant. That
//     a history is in order proves nothing about the next one. Package schedule
//     tries them all, on code of a size where that can be done.
//
// [porcupine]: https://github.com/anishathalye/porcupine
package fencetest
