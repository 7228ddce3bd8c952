package systems

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"example.com/fencing/examples/real/internal/roundtrips"
	"example.com/fencing/examples/real/internal/servers"
	"example.com/fencing/examples/real/postgres"
)

// openPostgres opens a schema with tables of its own.
func openPostgres(ctx context.Context, s *System) error {
	if err := s.start(servers.Postgres); err != nil {
		return err
	}
	config, err := pgxpool.ParseConfig(s.Server.Address)
	if err != nil {
		return err
	}
	schema := unique()
	config.ConnConfig.RuntimeParams["search_path"] = schema
	counter := new(roundtrips.Counter)
	config.ConnConfig.DialFunc = counted(counter, config.ConnConfig.DialFunc)
	db, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return err
	}
	s.onClose(func() error { db.Close(); return nil })
	if _, err := db.Exec(ctx, "CREATE SCHEMA "+schema); err != nil {
		return err
	}
	if s.foreign() {
		s.onClose(func() error {
			ctx, cancel := cleaning()
			defer cancel()
			_, err := db.Exec(ctx, "DROP SCHEMA "+schema+" CASCADE")
			return err
		})
	}
	for _, tables := range []string{postgres.Schema, "CREATE TABLE plain (name text PRIMARY KEY, data bytea)"} {
		if _, err := db.Exec(ctx, tables); err != nil {
			return fmt.Errorf("creating tables: %w", err)
		}
	}
	s.Another = func() (Client, error) {
		return Client{Locks: postgres.NewLocks(db), Store: postgres.NewStore(db), Plain: plainPostgres{db}}, nil
	}
	s.RoundTrips = counter.Of
	return nil
}

// plainPostgres is the table document without its fence.
type plainPostgres struct{ db *pgxpool.Pool }

func (p plainPostgres) Write(ctx context.Context, key string, data []byte) error {
	_, err := p.db.Exec(ctx, `
		INSERT INTO plain (name, data) VALUES ($1, $2)
		ON CONFLICT (name) DO UPDATE SET data = excluded.data`, key, data)
	return err
}

func (p plainPostgres) Read(ctx context.Context, key string) (data []byte, err error) {
	err = p.db.QueryRow(ctx, `SELECT data FROM plain WHERE name = $1`, key).Scan(&data)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	return data, err
}
