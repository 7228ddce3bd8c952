package bolt

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"

	"go.etcd.io/bbolt"

	"example.com/fencing/chapter"
)

// Store is a fence over the keys of a bucket. The marks are in a bucket beside it,
// and both are changed in one transaction. The data is as it would be without a
// fence: whatever reads the bucket goes on reading it.
type Store struct {
	db          *bbolt.DB
	data, marks []byte // the names of the two buckets
}

// NewStore returns a fence over the bucket called data, and makes it, with one for
// the marks, if it is not there yet. The second is called like the first, with
// " marks" behind. Whoever writes to either past the fence opens it.
func NewStore(db *bbolt.DB, data string) (*Store, error) {
	s := &Store{db: db, data: []byte(data), marks: []byte(data + " marks")}
	return s, db.Update(func(tx *bbolt.Tx) error {
		for _, name := range [][]byte{s.data, s.marks} {
			if _, err := tx.CreateBucketIfNotExists(name); err != nil {
				return fmt.Errorf("bucket %q: %w", name, err)
			}
		}
		return nil
	})
}

// Claim raises the key's mark to token, then returns the data, nil if there is
// none. It returns the errors of Write.
func (s *Store) Claim(ctx context.Context, key string, token chapter.Token) (data []byte, err error) {
	err = s.fenced(ctx, key, token, func(b *bbolt.Bucket) error {
		data = bytes.Clone(b.Get([]byte(key))) // bbolt's slice is good for this transaction only
		return nil
	})
	if err != nil {
		return nil, err // it may be the commit that failed
	}
	return data, nil
}

// Read returns the key's data, nil if there is none, and its mark.
func (s *Store) Read(ctx context.Context, key string) (data []byte, mark chapter.Token, err error) {
	if err := ctx.Err(); err != nil {
		return nil, 0, err
	}
	err = s.db.View(func(tx *bbolt.Tx) error {
		data = bytes.Clone(tx.Bucket(s.data).Get([]byte(key)))
		mark, err = decode(tx.Bucket(s.marks).Get([]byte(key)))
		return err
	})
	return data, mark, err
}

// Write replaces the key's data if no later grant than token has been seen at this
// key. Otherwise it changes nothing and returns a [*chapter.StaleTokenError], or
// [chapter.ErrNoToken] for token zero.
func (s *Store) Write(ctx context.Context, key string, data []byte, token chapter.Token) error {
	return s.fenced(ctx, key, token, func(b *bbolt.Bucket) error { return b.Put([]byte(key), data) })
}

// Delete drops the key's data and keeps its mark. It returns the errors of Write.
func (s *Store) Delete(ctx context.Context, key string, token chapter.Token) error {
	return s.fenced(ctx, key, token, func(b *bbolt.Bucket) error { return b.Delete([]byte(key)) })
}

// fenced runs change if the fence lets token through. Check, mark and change are in
// one transaction that can write, of which bbolt runs one at a time. An error rolls
// all of it back.
func (s *Store) fenced(ctx context.Context, key string, token chapter.Token, change func(data *bbolt.Bucket) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if token == 0 {
		return chapter.ErrNoToken
	}
	return s.db.Update(func(tx *bbolt.Tx) error {
		marks := tx.Bucket(s.marks)
		mark, err := decode(marks.Get([]byte(key)))
		if err != nil {
			return err
		}
		if token < mark {
			return &chapter.StaleTokenError{Token: token, Highest: mark}
		}
		if err := marks.Put([]byte(key), binary.BigEndian.AppendUint64(nil, uint64(token))); err != nil {
			return err
		}
		return change(tx.Bucket(s.data))
	})
}

// decode reads a mark: nil is none.
func decode(mark []byte) (chapter.Token, error) {
	switch len(mark) {
	case 0:
		return 0, nil
	case 8:
		return chapter.Token(binary.BigEndian.Uint64(mark)), nil
	}
	return 0, fmt.Errorf("a mark has 8 bytes, not %d: %x", len(mark), mark)
}
