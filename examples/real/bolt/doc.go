// Package bolt has a fence on bbolt, the database in a file, as used inside of
// etcd. It is the shortest of the packages beside it, and shows what the others come
// to: the mark is looked at, and raised, in the transaction that changes the data.
//
// # Where does the token come from?
//
// From elsewhere. A bbolt file is locked by the process that has it open, and
// another one that opens it waits ([bbolt.Open]); among the goroutines of one process
// a mutex is enough. The clients that need a lease are those that send their writes
// to this process. They get it, with its token, from a lock service, and send the
// token along. This one compares.
//
// # Who checks it?
//
// [Store], in a bucket of marks beside the bucket of data:
//
//	db.Update(func(tx *bbolt.Tx) error {
//		mark, err := decode(tx.Bucket(marks).Get(key))
//		...
//		if token < mark {
//			return &chapter.StaleTokenError{Token: token, Highest: mark}
//		}
//		if err := tx.Bucket(marks).Put(key, encode(token)); err != nil {
//			return err
//		}
//		return tx.Bucket(data).Put(key, value)
//	})
//
// A delete removes the data and leaves the mark. A Store changes nothing about how
// the data is kept, so it can be put before a bucket that is in use, and what reads
// that bucket goes on. Marks are eight bytes, and every token fits.
//
// # What does bbolt promise?
//
// One transaction that writes at a time, serializable, and all or nothing: one that
// an error or a crash has interrupted is rolled back ([bbolt]). A commit is synced to
// the disk before Update returns, unless the database was told not to.
//
// # What surprises people?
//
// A look in db.View and a write in db.Update are two transactions, and something
// comes between: Example_checkInView.
//
// With [bbolt.DB.NoSync] a power failure takes acknowledged marks along, and the
// zombie is let in again. [bbolt.DB.Batch] is no such danger: it makes one transaction
// of many calls, each with its own check.
//
// Get's bytes belong to the transaction and must not be used after it. Store returns
// copies.
//
// # What can't it do?
//
// Stop a call that has begun: the context is looked at before, and then a write waits
// for its turn. Take the empty key, or one of more than 32768 bytes: bbolt refuses
// them.
//
// Survive a restore: the marks are then those of the day of the backup, and former
// holders get in again that have come since. Before anything else, let the present
// holders claim their keys.
//
// [bbolt]: https://pkg.go.dev/go.etcd.io/bbolt
// [bbolt.Open]: https://pkg.go.dev/go.etcd.io/bbolt#Open
// [bbolt.DB.NoSync]: https://pkg.go.dev/go.etcd.io/bbolt#DB
// [bbolt.DB.Batch]: https://pkg.go.dev/go.etcd.io/bbolt#DB.Batch
package bolt
