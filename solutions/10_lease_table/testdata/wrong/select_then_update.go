// Wrong: between two statements of one function there is nobody.
// Message: two holders at once. Each was told that the lease is free, and it was when they asked
package lease_table

import (
	"database/sql"
	"errors"
	"fmt"
	"time"

	"example.com/fencing/chapter"
)

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

func Acquire(db *sql.DB, name, holder string, now time.Time, ttl time.Duration) (chapter.Lease, error) {
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

func Release(db *sql.DB, name string, l chapter.Lease) error {
	result, err := db.Exec(`UPDATE lease SET expires = 0 WHERE name = ? AND fence = ?`, name, l.Token)
	return changed(result, err, chapter.ErrNotHeld)
}

func Write(db *sql.DB, name, data string, token chapter.Token) error {
	return fenced(db, name, &data, token)
}

func Delete(db *sql.DB, name string, token chapter.Token) error {
	return fenced(db, name, nil, token)
}

func fenced(db *sql.DB, name string, data *string, token chapter.Token) error {
	if token == 0 {
		return chapter.ErrNoToken
	}
	result, err := db.Exec(`
		INSERT INTO document (name, data, fence) VALUES (?, ?, ?)
		ON CONFLICT (name) DO UPDATE SET data = excluded.data, fence = excluded.fence
		WHERE document.fence <= excluded.fence`,
		name, data, token)
	return changed(result, err, fmt.Errorf("%w: %d", chapter.ErrStaleToken, token))
}

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
