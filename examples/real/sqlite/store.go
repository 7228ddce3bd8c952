package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"example.com/fencing/chapter"
)

// Store keeps fenced documents, each a row of the table document.
type Store struct{ db *sql.DB }

// NewStore returns the documents in a database that has the [Schema].
func NewStore(db *sql.DB) *Store { return &Store{db} }

// Write replaces the data and raises the mark to token. A token below the mark
// gets a [*chapter.StaleTokenError], token zero [chapter.ErrNoToken].
func (s *Store) Write(ctx context.Context, key string, data []byte, token chapter.Token) error {
	if data == nil {
		data = []byte{}
	}
	return s.change(ctx, key, data, token)
}

// Delete drops the data and raises the mark, which stays: so does the row.
func (s *Store) Delete(ctx context.Context, key string, token chapter.Token) error {
	return s.change(ctx, key, nil, token)
}

// change takes nil for no data: drivers differ in whether a []byte that is nil is
// NULL or a BLOB of no bytes.
func (s *Store) change(ctx context.Context, key string, data any, token chapter.Token) error {
	if err := checkToken(token); err != nil {
		return err
	}
	done, err := s.db.ExecContext(ctx, `
		INSERT INTO document (name, data, fence) VALUES (?, ?, ?)
		ON CONFLICT (name) DO UPDATE SET data = excluded.data, fence = excluded.fence
		WHERE document.fence <= excluded.fence`,
		key, data, int64(token))
	if err != nil {
		return err
	}
	switch rows, err := done.RowsAffected(); {
	case err != nil:
		return err
	case rows == 0:
		return s.refusal(ctx, key, token)
	}
	return nil
}

// Claim raises the mark to token and returns the data, nil if there is none. It
// refuses what Write refuses.
func (s *Store) Claim(ctx context.Context, key string, token chapter.Token) ([]byte, error) {
	if err := checkToken(token); err != nil {
		return nil, err
	}
	var data []byte
	err := s.db.QueryRowContext(ctx, `
		INSERT INTO document (name, fence) VALUES (?, ?)
		ON CONFLICT (name) DO UPDATE SET fence = excluded.fence
		WHERE document.fence <= excluded.fence
		RETURNING data`,
		key, int64(token)).Scan(&data)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, s.refusal(ctx, key, token)
	}
	return data, err
}

// Read returns the data and the mark, nil and zero for a key nobody has used.
func (s *Store) Read(ctx context.Context, key string) (data []byte, mark chapter.Token, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT data, fence FROM document WHERE name = ?`, key).Scan(&data, &mark)
	if errors.Is(err, sql.ErrNoRows) {
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

func checkToken(token chapter.Token) error {
	switch {
	case token == 0:
		return chapter.ErrNoToken
	case token > LargestToken:
		return fmt.Errorf("token %d: an INTEGER holds none above %d", token, LargestToken)
	}
	return nil
}
