// Package lease_table is exercise 10: can one SQL statement grant a lease, and one fence a write?
//
// Many a lock service is a table in the database that is there anyway. The code
// below keeps leases in one table and documents in another, and whoever tries
// it alone finds nothing wrong with it. But it asks first and acts afterwards,
// and it forgets what it must remember.
//
// Make it right. Each function needs one statement, and the statement's own
// WHERE is the check. The tests run on a SQLite file where every statement is a
// step, after a pause as long as anybody likes, and nobody waits for a lock:
// who holds a transaction open over several statements turns the others away.
// Leave the tables as they are, and edit the four functions.
//
//	Learn:   fence and check in the database: ON CONFLICT, WHERE, RETURNING, rows affected
//	Read:    In the field: who checks it?
//	Minutes: 25
//	Level:   hard
package lease_table

import (
	"database/sql"
	"errors"
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

// Acquire grants the lease called name until now+ttl, if it is free at now: if
// it was never granted, is released, or has expired (a lease that expires at
// 12:00:10 is over at 12:00:10). The token is higher than that of every grant
// of this lease before, whoever had it. Otherwise the error is
// [chapter.ErrHeld], also for the holder itself.
func Acquire(db *sql.DB, name, holder string, now time.Time, ttl time.Duration) (chapter.Lease, error) {
	// TODO: who may come between the two statements?
	var fence, expires int64
	err := db.QueryRow(`SELECT fence, expires FROM lease WHERE name = ?`, name).Scan(&fence, &expires)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return chapter.Lease{}, err
	}
	if expires > now.UnixNano() {
		return chapter.Lease{}, chapter.ErrHeld
	}
	lease := chapter.Lease{Holder: holder, Token: chapter.Token(fence + 1), Expires: now.Add(ttl)}
	_, err = db.Exec(`REPLACE INTO lease (name, holder, fence, expires) VALUES (?, ?, ?, ?)`,
		name, holder, lease.Token, lease.Expires.UnixNano())
	return lease, err
}

// Release ends the lease at once, if no later one has been granted under its
// name. Otherwise it changes nothing and returns [chapter.ErrNotHeld].
func Release(db *sql.DB, name string, l chapter.Lease) error {
	// TODO: what else is in the row? And was there anything to release?
	_, err := db.Exec(`DELETE FROM lease WHERE name = ? AND fence = ?`, name, l.Token)
	return err
}

// Write replaces the data of the document, which may be new, if no later grant
// than token has been seen there. Otherwise it changes nothing and returns an
// error that is [chapter.ErrStaleToken], or [chapter.ErrNoToken] for token zero.
func Write(db *sql.DB, name, data string, token chapter.Token) error {
	if token == 0 {
		return chapter.ErrNoToken
	}
	// TODO: and here?
	var mark chapter.Token
	err := db.QueryRow(`SELECT fence FROM document WHERE name = ?`, name).Scan(&mark)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	if token < mark {
		return &chapter.StaleTokenError{Token: token, Highest: mark}
	}
	_, err = db.Exec(`REPLACE INTO document (name, data, fence) VALUES (?, ?, ?)`, name, data, token)
	return err
}

// Delete drops the data of the document. It sees a token and is fenced like
// Write, and returns its errors.
func Delete(db *sql.DB, name string, token chapter.Token) error {
	// TODO: what does the next zombie meet?
	_, err := db.Exec(`DELETE FROM document WHERE name = ? AND fence <= ?`, name, token)
	return err
}
