// Wrong: a token that is lower than any other is a zombie's.
// Message: is higher than all that "invoice" has seen before
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
	lease := chapter.Lease{Holder: holder, Expires: now.Add(ttl)}

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
		WHERE (SELECT max(fence) FROM document) <= excluded.fence`,
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
