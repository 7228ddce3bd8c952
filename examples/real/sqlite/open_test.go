package sqlite_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"example.com/fencing/chapter"
	"example.com/fencing/examples/real/sqlite"
)

// open opens a file as the package comment says, and creates the tables.
func open(path string) (*sql.DB, error) {
	db, err := sql.Open("sqlite3", "file:"+filepath.ToSlash(path)+
		"?_txlock=immediate&_pragma=busy_timeout(5000)&_pragma=journal_mode(wal)&_pragma=synchronous(full)")
	if err != nil {
		return nil, err
	}
	if _, err := db.Exec(sqlite.Schema); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// freshTables is for Examples: empty tables, and what else is to be created.
func freshTables(more string) (db *sql.DB, drop func()) {
	dir, err := os.MkdirTemp("", "fencing")
	if err == nil {
		db, err = open(filepath.Join(dir, "leases.db"))
	}
	if err == nil {
		_, err = db.Exec(more)
	}
	if err != nil {
		panic(err)
	}
	return db, func() {
		if err := errors.Join(db.Close(), os.RemoveAll(dir)); err != nil {
			panic(err)
		}
	}
}

// acquireOnceFree asks until the holder's lease is over, which is the end of a
// pause that was longer than the lease.
func acquireOnceFree(locks *sqlite.Locks, name, holder string) (chapter.Lease, error) {
	deadline := time.Now().Add(20 * time.Second)
	for {
		lease, err := locks.Acquire(context.Background(), name, holder, time.Minute)
		if !errors.Is(err, chapter.ErrHeld) || time.Now().After(deadline) {
			return lease, err
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// rows says how many an UPDATE has changed.
func rows(done sql.Result) string {
	n, err := done.RowsAffected()
	if err != nil {
		return err.Error()
	}
	return fmt.Sprint(n, " row(s)")
}
