// Package sqlite is a lock service and a fenced storage, each one table in a
// SQLite file and one statement a call, through [database/sql]. It is for
// processes on one machine, which share the file and the clock.
//
// # What is the token?
//
// The column fence of the lease's own row. The statement that grants the lease
// raises it, so tokens grow in the order of the grants. The row is the counter's
// only memory: releasing a lease ends it and keeps the row.
//
//	INSERT INTO lease (name, holder, fence, expires) VALUES (?1, ?2, 1, ?3)
//	ON CONFLICT (name) DO UPDATE
//	SET holder = excluded.holder, fence = lease.fence + 1, expires = excluded.expires
//	WHERE lease.expires <= ?4 -- now
//	RETURNING fence
//
// No row returned means held ([upsert], [RETURNING]). SQLite is a library and has
// no clock but its caller's, so the time is a parameter. It is read before the
// statement waits for its turn: who waits long asks about the past, and is refused
// rather than granted.
//
// # What is the rule?
//
// A row changes only if its mark is at most the token, in the statement that
// changes it. No row changed means refused, which is no error to SQLite: who does
// not look at the number of rows takes a refusal for a success.
//
//	UPDATE document SET data = ?1, fence = ?2 WHERE name = ?3 AND fence <= ?2
//
// [Store] says the same with INSERT ... ON CONFLICT, for keys that are new, in one
// statement. A refusal takes a second, to tell the mark. There is no network, and
// one writer at a time, so nobody comes between the check and the change.
//
// # How is the file opened?
//
//	sql.Open("sqlite3", "file:leases.db?_txlock=immediate&_pragma=busy_timeout(5000)"+
//		"&_pragma=journal_mode(wal)&_pragma=synchronous(full)")
//
// That is how [ncruces/go-sqlite3] spells it; other drivers differ. With
// synchronous=normal and a write-ahead log, a power failure can roll back what was
// committed last ([synchronous]): a mark, or a grant, that was acknowledged.
//
// # Which traps are there?
//
//   - An open transaction is a lock, and no lease. While its client is paused,
//     all others are turned away, for as long as the pause lasts:
//     Example_openTransaction.
//   - A transaction that begins by reading and then writes fails if somebody has
//     written in between ([SQLITE_BUSY_SNAPSHOT]). _txlock=immediate begins it
//     as a writer. A statement by itself needs neither.
//   - An INTEGER ends at 2^63-1, and a sum beyond that becomes a floating-point
//     number. A STRICT table refuses to keep it; here such tokens are refused
//     before.
//   - All who have the file open must be on one machine: the write-ahead log does
//     not work across a network file system ([WAL]).
//   - A copy of the file that is put back, as a backup, takes marks and counters
//     back with it. Raise every fence in lease above all marks that anybody may
//     have kept elsewhere.
//
// The machine's wall clock says when a lease is over. If it is set forward, two
// clients can hold one at the same time. The tokens grow all the same.
//
// # What can't it do?
//
// Fence what is not in the file. A token from this lease table guards another
// resource only if that one compares it, too.
//
// [RETURNING]: https://www.sqlite.org/lang_returning.html
// [SQLITE_BUSY_SNAPSHOT]: https://www.sqlite.org/rescode.html#busy_snapshot
// [WAL]: https://www.sqlite.org/wal.html
// [ncruces/go-sqlite3]: https://pkg.go.dev/github.com/ncruces/go-sqlite3/driver
// [synchronous]: https://www.sqlite.org/pragma.html#pragma_synchronous
// [upsert]: https://www.sqlite.org/lang_upsert.html
package sqlite
