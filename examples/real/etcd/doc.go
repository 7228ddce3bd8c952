// Package etcd fences with etcd: leases whose token is a revision, and data
// behind a mark, each change one transaction. Copy it; it needs etcd's own client
// and the small types of package chapter.
//
// # What is the token?
//
// The revision that created the lock's key. etcd counts every change of the whole
// cluster with one number that only grows, so a later grant has a higher one,
// under every name. Its documentation reads the fencing token as the revision,
// and says in the same place that its locks exclude nobody by themselves and can't
// protect what lies outside etcd ([etcd on locks]).
//
// A grant is one key, bound to an etcd lease that belongs to this grant alone
// ([Locks.Acquire]):
//
//	If   create revision of lock/NAME = 0
//	Then put lock/NAME = HOLDER, with the lease
//	Else get lock/NAME
//
// # Who checks it?
//
// etcd, in the same transaction that writes ([Store.Write]). The mark is a key
// beside the data:
//
//	If   value of mark/KEY > TOKEN
//	Then get mark/KEY                      // refused: 33 < 34
//	Else put mark/KEY = TOKEN, put data/KEY = DATA
//
// That is one round trip, as for a plain put. The question is asked that way
// round because etcd answers no to any question about the value of a missing key
// ([etcd on comparisons]): a first write needs no case of its own.
//
// # What if lock and data are both in etcd?
//
// Then no mark is needed. The transaction asks whether the lock's key is still
// the one that was created for this grant: that is what Mutex.IsOwner of etcd's
// package concurrency compares. It refuses the zombie as soon as its key is gone,
// while a mark has to see the newer token first (Example_isOwner). What it can't
// guard is anything outside this cluster.
//
// # Where are the traps?
//
//   - A lease ID is no token. It is drawn when the session opens, not when the
//     lock is granted (Example_leaseID), and its highest bits are those of the
//     member that drew it ([etcd on IDs]), so that two members' IDs are not in
//     the order of time.
//   - Two mutexes of one session on one name are one lock: both are told that they
//     have it, with the same key and the same revision (Example_oneSession). Open
//     a session for each owner.
//   - Mutex.Header is not the lock's key. After waiting in the queue its revision
//     is later than the key's create revision. Either may be the token, if all
//     clients take the same; a client that sends the later one locks out the next,
//     who has queued before that, and sends the earlier one.
//   - A session keeps itself alive from a goroutine of its own. It tells that the
//     process runs, not that your worker does. [Locks] leaves renewing to the
//     caller.
//   - Values are compared byte by byte, so tokens are written with all their
//     digits: 00000000000000000033.
//   - A snapshot that is restored takes revisions back, and the next holder is
//     refused, unless it is restored with --bump-revision ([etcd on recovery]).
//
// # What does a restart do?
//
// Revisions and keys survive it. A lease gets its full time again when a new
// leader takes over: it may last longer than its holder believes, never shorter.
// TTLs are whole seconds; [Locks] has them rounded up, and lets the holder believe
// in what it asked for.
//
// The client does not send a write again once it may have arrived ([etcd on
// retries]). If the answer is lost, the outcome is unknown: send the same Write
// again, with the same token. An Acquire takes its etcd lease back.
//
// Granting and revoking an etcd lease it does send again. The first of two etcd
// leases has no key then, and expires; of two revocations the second one finds
// nothing, and a Release that was carried out says ErrNotHeld.
//
// # What is left of Mutex?
//
// concurrency.Mutex is made for waiting: it queues. Its TryLock queues too, and
// leaves again, so that two who try at the same moment can stand in each other's
// way. [Locks] does not wait, and therefore needs no queue.
//
// [etcd on IDs]: https://pkg.go.dev/go.etcd.io/etcd/pkg/v3/idutil#Generator
// [etcd on comparisons]: https://github.com/etcd-io/etcd/blob/v3.6.0/server/etcdserver/txn/txn.go
// [etcd on locks]: https://etcd.io/docs/v3.5/learning/why/#notes-on-the-usage-of-lock-and-lease
// [etcd on recovery]: https://etcd.io/docs/v3.5/op-guide/recovery/
// [etcd on retries]: https://github.com/etcd-io/etcd/blob/v3.6.0/client/v3/retry.go
package etcd
