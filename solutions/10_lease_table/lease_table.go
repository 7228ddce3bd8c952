// Package lease_table is the answer to exercise 10: can one SQL statement grant a lease, and one fence a write?
package lease_table

import (
	"database/sql"
	"errors"
	"fmt"
	"time"

	"example.com/fencing/chapter"
)

// Schema is what the database consists of.
const Schema = `
CREATE TABLE lease (
	name    TEXT PRIMARY KEY,
	holder  TEXT NOT NULL,
	fence   INTEGER NOT NULL, -- the token of the latest grant
	expires INTEGER NOT NULL  -- in nanoseconds, as by time.Time.UnixNano
) STRICT;
CREATE TABLE document (
	name  TEXT PRIMARY KEY,
	data  TEXT,               -- NULL if there is none
	fence INTEGER NOT NULL    -- the highest token accepted
) STRICT;`

// Acquire grants the lease called name until now+ttl, if it is free at now.
func Acquire(db *sql.DB, name, holder string, now time.Time, ttl time.Duration) (chapter.Lease, error) {
	lease := chapter.Lease{Holder: holder, Expires: now.Add(ttl)}

	// The database carries a statement out as one step, check included. What was
	// selected before would be about the past by the time it is used.
	//
	// The fence is raised by the statement, from what the row holds then: two
	// clients can't both add one to the same number. It is raised at every grant,
	// also if the holder is the same: whatever that holder left on its way under
	// the old token is a zombie's now.
	//
	// RETURNING gives back what was written, or no row if WHERE kept it from
	// being written. That is the whole difference between "yours" and "held".
	err := db.QueryRow(`
		INSERT INTO lease (name, holder, fence, expires) VALUES (?1, ?2, 1, ?3)
		ON CONFLICT (name) DO UPDATE
		SET holder = excluded.holder, fence = lease.fence + 1, expires = excluded.expires
		WHERE lease.expires <= ?4
		RETURNING fence`,
		name, holder, lease.Expires.UnixNano(), now.UnixNano()).Scan(&lease.Token)
	if errors.Is(err, sql.ErrNoRows) {
		return chapter.Lease{}, chapter.ErrHeld
	}
	if err != nil {
		return chapter.Lease{}, err
	}
	return lease, nil
}

// Release ends the lease at once, if no later one has been granted.
func Release(db *sql.DB, name string, l chapter.Lease) error {
	// The row stays, as it is the counter's only memory: a table that forgets it
	// would start over at 1, and lock the next holder out of every document.
	// The fence in WHERE keeps a late release from ending somebody else's lease.
	result, err := db.Exec(`UPDATE lease SET expires = 0 WHERE name = ? AND fence = ?`, name, l.Token)
	return changed(result, err, chapter.ErrNotHeld)
}

// Write replaces the data of the document, if no later grant has been seen.
func Write(db *sql.DB, name, data string, token chapter.Token) error {
	return fenced(db, name, &data, token)
}

// Delete drops the data of the document and keeps its mark: the row stays, and
// comes to be if need be, so that the zombie meets it.
func Delete(db *sql.DB, name string, token chapter.Token) error {
	return fenced(db, name, nil, token)
}

// fenced is the one way to change a document, and so there is one fence.
func fenced(db *sql.DB, name string, data *string, token chapter.Token) error {
	if token == 0 {
		return chapter.ErrNoToken
	}
	// Lower or equal: the same holder writes again. And the mark is raised in
	// the same breath as the data is replaced.
	result, err := db.Exec(`
		INSERT INTO document (name, data, fence) VALUES (?, ?, ?)
		ON CONFLICT (name) DO UPDATE SET data = excluded.data, fence = excluded.fence
		WHERE document.fence <= excluded.fence`,
		name, data, token)
	return changed(result, err, fmt.Errorf("%w: %d", chapter.ErrStaleToken, token))
}

// changed returns refusal if the statement has gone well and changed nothing.
// To the database a WHERE that fits no row is no error at all. Who doesn't look
// at the number of rows takes a refused write for an accepted one.
func changed(result sql.Result, err, refusal error) error {
	if err != nil {
		return err
	}
	switch rows, err := result.RowsAffected(); {
	case err != nil:
		return err
	case rows == 0:
		return refusal
	}
	return nil
}
