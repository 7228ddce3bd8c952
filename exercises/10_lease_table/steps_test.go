package lease_table_test

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"strings"

	sqlite "github.com/ncruces/go-sqlite3/driver"
)

// A connection hands every statement on to SQLite's driver, and announces it as
// a step first. It has no short way for statements without arguments: all are
// prepared, and preparing is part of the step.
type connection struct {
	to   sqlite.Conn
	step func(statement string) error
	file *file
}

func (c connection) Prepare(query string) (driver.Stmt, error) {
	return c.PrepareContext(context.Background(), query)
}

func (c connection) PrepareContext(_ context.Context, query string) (driver.Stmt, error) {
	return &statement{on: c, query: query}, nil
}

func (c connection) Begin() (driver.Tx, error) {
	return c.BeginTx(context.Background(), driver.TxOptions{})
}

func (c connection) BeginTx(ctx context.Context, options driver.TxOptions) (driver.Tx, error) {
	if err := c.step("BEGIN"); err != nil {
		return nil, err
	}
	tx, err := c.to.BeginTx(ctx, options)
	return transaction{tx, c}, c.file.met(err)
}

// Close leaves the real connection open: file lends it again.
func (c connection) Close() error { return nil }

type transaction struct {
	driver.Tx
	on connection
}

func (t transaction) Commit() error {
	if err := t.on.step("COMMIT"); err != nil {
		return err
	}
	return t.on.file.met(t.Tx.Commit())
}

// A statement is prepared anew for each use.
type statement struct {
	on       connection
	query    string
	prepared driver.Stmt
}

func (s *statement) NumInput() int { return -1 } // not known yet

func (s *statement) Close() error {
	if s.prepared == nil {
		return nil
	}
	return s.prepared.Close()
}

func (s *statement) prepare(ctx context.Context, args []driver.NamedValue) (err error) {
	if err := s.on.step(short(s.query)); err != nil {
		return err
	}
	if err := s.Close(); err != nil {
		return err
	}
	if s.prepared, err = s.on.to.PrepareContext(ctx, s.query); err != nil {
		return err
	}
	if n := s.prepared.NumInput(); n >= 0 && n != len(args) {
		return fmt.Errorf("the statement has %d parameters, and got %d arguments", n, len(args))
	}
	return nil
}

func (s *statement) ExecContext(ctx context.Context, args []driver.NamedValue) (driver.Result, error) {
	if err := s.prepare(ctx, args); err != nil {
		return nil, err
	}
	result, err := s.prepared.(driver.StmtExecContext).ExecContext(ctx, args)
	return result, s.on.file.met(err)
}

func (s *statement) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	if err := s.prepare(ctx, args); err != nil {
		return nil, err
	}
	return s.prepared.(driver.StmtQueryContext).QueryContext(ctx, args)
}

var errUnused = errors.New("database/sql calls ExecContext and QueryContext")

func (s *statement) Exec([]driver.Value) (driver.Result, error) { return nil, errUnused }
func (s *statement) Query([]driver.Value) (driver.Rows, error)  { return nil, errUnused }

// short is a statement as it stands in a story.
func short(query string) string {
	const width = 75
	line := strings.Join(strings.Fields(query), " ")
	if len(line) > width {
		line = line[:strings.LastIndex(line[:width], " ")] + " ..."
	}
	return line
}
