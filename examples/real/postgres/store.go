package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"example.com/fencing/chapter"
)

// Store keeps fenced documents, each a row of the table document.
type Store struct{ db *pgxpool.Pool }

// NewStore returns the documents in a database that has the [Schema].
func NewStore(db *pgxpool.Pool) *Store { return &Store{db} }

// Write replaces the data and raises the mark to token. A token below the mark
// gets a [*chapter.StaleTokenError], token zero [chapter.ErrNoToken].
func (s *Store) Write(ctx context.Context, key string, data []byte, token chapter.Token) error {
	if data == nil {
		data = []byte{} // nil is NULL: no data
	}
	return s.change(ctx, key, data, token)
}

// Delete drops the data and raises the mark, which stays: so does the row.
func (s *Store) Delete(ctx context.Context, key string, token chapter.Token) error {
	return s.change(ctx, key, nil, token)
}

func (s *Store) change(ctx context.Context, key string, data []byte, token chapter.Token) error {
	if err := check(token); err != nil {
		return err
	}
	done, err := s.db.Exec(ctx, `
		INSERT INTO document (name, data, fence) VALUES ($1, $2, $3)
		ON CONFLICT (name) DO UPDATE SET data = excluded.data, fence = excluded.fence
		WHERE document.fence <= excluded.fence`,
		key, data, int64(token))
	if err == nil && done.RowsAffected() == 0 {
		return s.refusal(ctx, key, token)
	}
	return err
}

// Claim raises the mark to token and returns the data, nil if there is none. It
// refuses what Write refuses.
func (s *Store) Claim(ctx context.Context, key string, token chapter.Token) ([]byte, error) {
	if err := check(token); err != nil {
		return nil, err
	}
	var data []byte
	err := s.db.QueryRow(ctx, `
		INSERT INTO document (name, fence) VALUES ($1, $2)
		ON CONFLICT (name) DO UPDATE SET fence = excluded.fence
		WHERE document.fence <= excluded.fence
		RETURNING data`,
		key, int64(token)).Scan(&data)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, s.refusal(ctx, key, token)
	}
	return data, err
}

// Read returns the data and the mark, nil and zero for a key nobody has used.
func (s *Store) Read(ctx context.Context, key string) (data []byte, mark chapter.Token, err error) {
	err = s.db.QueryRow(ctx, `SELECT data, fence FROM document WHERE name = $1`, key).Scan(&data, &mark)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, 0, nil
	}
	return data, mark, err
}

// refusal says by which mark a token was just refused. Marks only rise: the one
// that is there now is above the token as well.
func (s *Store) refusal(ctx context.Context, key string, token chapter.Token) error {
	_, mark, err := s.Read(ctx, key)
	if err != nil {
		return fmt.Errorf("%w: %d, and the mark is not known: %v", chapter.ErrStaleToken, token, err)
	}
	return &chapter.StaleTokenError{Token: token, Highest: mark}
}

func check(token chapter.Token) error {
	switch {
	case token == 0:
		return chapter.ErrNoToken
	case token > LargestToken:
		return fmt.Errorf("token %d: a bigint holds none above %d", token, LargestToken)
	}
	return nil
}
