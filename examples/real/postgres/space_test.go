package postgres_test

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter"
	"example.com/fencing/examples/real/postgres"
)

// A space is a schema with tables of its own, so that nothing is left behind in
// a database that is somebody else's.
type space string

func newSpace(t testing.TB) space {
	s := space("fencing_" + strings.ToLower(rand.Text()))
	require.NoError(t, s.create())
	t.Cleanup(func() { require.NoError(t, s.drop()) })
	return s
}

func (s space) create() error {
	return s.run("CREATE SCHEMA "+string(s), "SET search_path TO "+string(s), postgres.Schema)
}

func (s space) drop() error { return s.run("DROP SCHEMA " + string(s) + " CASCADE") }

func (s space) run(statements ...string) error {
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, server.Address)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	for _, statement := range statements {
		if _, err := conn.Exec(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

// config is for connections that find the tables of this space.
func (s space) config() *pgxpool.Config {
	config, err := pgxpool.ParseConfig(server.Address)
	if err != nil {
		panic(err)
	}
	config.ConnConfig.RuntimeParams["search_path"] = string(s)
	return config
}

// connect returns one more client, whose connections are closed with the test.
func (s space) connect(t testing.TB) *pgxpool.Pool {
	pool, err := pgxpool.NewWithConfig(context.Background(), s.config())
	require.NoError(t, err)
	t.Cleanup(pool.Close)
	return pool
}

// freshTables is for Examples: empty tables, and what else is to be created.
func freshTables(more string) (db *pgxpool.Pool, drop func()) {
	s := space("fencing_" + strings.ToLower(rand.Text()))
	if err := s.create(); err != nil {
		panic(err)
	}
	db, err := pgxpool.NewWithConfig(context.Background(), s.config())
	if err == nil && more != "" {
		_, err = db.Exec(context.Background(), more)
	}
	if err != nil {
		panic(err)
	}
	return db, func() {
		db.Close()
		if err := s.drop(); err != nil {
			panic(err)
		}
	}
}

// acquireOnceFree asks until the holder's lease is over, which is the end of a
// pause that was longer than the lease.
func acquireOnceFree(locks *postgres.Locks, name, holder string) (chapter.Lease, error) {
	deadline := time.Now().Add(20 * time.Second)
	for {
		lease, err := locks.Acquire(context.Background(), name, holder, time.Minute)
		if !errors.Is(err, chapter.ErrHeld) || time.Now().After(deadline) {
			return lease, err
		}
		time.Sleep(5 * time.Millisecond)
	}
}
