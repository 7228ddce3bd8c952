// Wrong: a lease that nobody gets is safe.
// Message: a table that refuses everybody protects nothing
package lease_table

import (
	"database/sql"
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
	return chapter.Lease{}, chapter.ErrHeld
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
	return fmt.Errorf("%w: %d", chapter.ErrStaleToken, token)
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
