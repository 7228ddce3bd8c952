// Package postgres is a lock service and a fenced storage, each one table in
// PostgreSQL and one statement a call, through [pgx].
//
// # What is the token?
//
// The column fence of the lease's own row. The statement that grants the lease
// raises it, so tokens grow in the order of the grants. The row is the counter's
// only memory: releasing a lease ends it and keeps the row.
//
//	INSERT INTO lease (name, holder, fence, expires) VALUES ($1, $2, 1, clock_timestamp() + $3)
//	ON CONFLICT (name) DO UPDATE
//	SET holder = excluded.holder, fence = lease.fence + 1, expires = clock_timestamp() + $3
//	WHERE lease.expires <= clock_timestamp()
//	RETURNING fence
//
// No row returned means held. [INSERT] promises an atomic outcome under any
// concurrency, and not to return a row that its WHERE has kept from being updated.
//
// # What is the rule?
//
// A row changes only if its mark is at most the token, in the statement that
// changes it. No row changed means refused, which is no error to PostgreSQL: who
// does not look at the number of rows takes a refusal for a success.
//
//	UPDATE document SET data = $1, fence = $2 WHERE name = $3 AND fence <= $2
//
// [Store] says the same with INSERT ... ON CONFLICT, for keys that are new, and
// takes one round trip. A refusal takes a second, to tell the mark. Any table of
// your own becomes a fenced one with a column, if every statement that changes it
// has that condition; several rows of one transaction each need it.
//
// A statement that waits for another's lock looks at the row again before it goes
// on ([Read Committed]): the mark it compares is the newest. Under the stricter
// isolation levels it fails instead, and changes nothing.
//
// # Which traps are there?
//
//   - now() is the time at which the transaction began ([current time]). A
//     lease granted by it in a transaction that has been open for longer than
//     the TTL is over before it begins: Example_nowInATransaction. The
//     statements here use clock_timestamp(), and a transaction of their own.
//   - A transaction that has touched the lease's row and stays open keeps
//     everybody waiting, however long its client is paused. That is a lock, and
//     no lease. Let idle_in_transaction_session_timeout end it.
//     PostgreSQL asks the question of a statement that has waited again only if
//     the row is another by then. So a Renew that was sent in time and had to
//     wait may succeed after the lease has run out; nobody else was granted it.
//   - A sequence is no source of tokens. It is drawn from before the row is
//     locked, so a later grant can have the lower number; with a cache above
//     one, so can a later draw ([CREATE SEQUENCE]).
//   - synchronous_commit = off loses the latest commits in a crash
//     ([asynchronous commit]): a mark, or a grant, that was acknowledged. So does
//     a failover to a standby, since replication is asynchronous by default
//     ([standby]). Then the counter can go back: raise every fence above all
//     marks before anybody acquires.
//   - A bigint ends at 2^63-1. Tokens above are refused, not cut down to size.
//   - An advisory lock ends with its session and has no number at all
//     ([advisory locks]).
//
// The server's wall clock says when a lease is over. If it is set forward, two
// clients can hold one at the same time. The tokens grow all the same.
//
// # What can't it do?
//
// Tell whether a call whose connection broke has been carried out. A Write is
// made again at no risk, as long as no other call was made under the same token in
// between. A grant nobody heard of lasts for its TTL.
//
// [CREATE SEQUENCE]: https://www.postgresql.org/docs/current/sql-createsequence.html
// [INSERT]: https://www.postgresql.org/docs/current/sql-insert.html
// [Read Committed]: https://www.postgresql.org/docs/current/transaction-iso.html
// [advisory locks]: https://www.postgresql.org/docs/current/explicit-locking.html
// [asynchronous commit]: https://www.postgresql.org/docs/current/wal-async-commit.html
// [current time]: https://www.postgresql.org/docs/current/functions-datetime.html
// [pgx]: https://pkg.go.dev/github.com/jackc/pgx/v5
// [standby]: https://www.postgresql.org/docs/current/warm-standby.html
package postgres
