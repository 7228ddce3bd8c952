package systems

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"

	_ "github.com/ncruces/go-sqlite3/driver"

	"example.com/fencing/examples/real/sqlite"
)

// openSQLite opens a file as sqlite's package comment says, and creates the tables.
func openSQLite(ctx context.Context, s *System) error {
	dir, err := s.folder()
	if err != nil {
		return err
	}
	db, err := sql.Open("sqlite3", "file:"+filepath.ToSlash(filepath.Join(dir, "leases.db"))+
		"?_txlock=immediate&_pragma=busy_timeout(5000)&_pragma=journal_mode(wal)&_pragma=synchronous(full)")
	if err != nil {
		return err
	}
	s.onClose(db.Close)
	// Writers queue here, one behind the other. At the file they would ask
	// again and again, and on a slow machine some would wait in vain.
	db.SetMaxOpenConns(1)
	if _, err := db.ExecContext(ctx, sqlite.Schema+`CREATE TABLE plain (name TEXT PRIMARY KEY, data BLOB) STRICT;`); err != nil {
		return err
	}
	s.Another = func() (Client, error) {
		return Client{Locks: sqlite.NewLocks(db), Store: sqlite.NewStore(db), Plain: plainSQLite{db}}, nil
	}
	return nil
}

// folder makes a folder that is removed on Close.
func (s *System) folder() (string, error) {
	dir, err := os.MkdirTemp("", "fence")
	if err == nil {
		s.onClose(func() error { return os.RemoveAll(dir) })
	}
	return dir, err
}

// plainSQLite is the table document without its fence.
type plainSQLite struct{ db *sql.DB }

func (p plainSQLite) Write(ctx context.Context, key string, data []byte) error {
	_, err := p.db.ExecContext(ctx, `
		INSERT INTO plain (name, data) VALUES (?, ?)
		ON CONFLICT (name) DO UPDATE SET data = excluded.data`, key, data)
	return err
}

func (p plainSQLite) Read(ctx context.Context, key string) (data []byte, err error) {
	err = p.db.QueryRowContext(ctx, `SELECT data FROM plain WHERE name = ?`, key).Scan(&data)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return data, err
}
