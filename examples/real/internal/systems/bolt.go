package systems

import (
	"bytes"
	"context"
	"path/filepath"

	"go.etcd.io/bbolt"

	"example.com/fencing/examples/real/bolt"
)

// openBolt opens a file. It grants no leases: one process has it, and no other.
func openBolt(_ context.Context, s *System) error {
	dir, err := s.folder()
	if err != nil {
		return err
	}
	db, err := bbolt.Open(filepath.Join(dir, "data.db"), 0o600, nil)
	if err != nil {
		return err
	}
	s.onClose(db.Close)
	err = db.Update(func(tx *bbolt.Tx) error {
		_, err := tx.CreateBucket(plainBucket)
		return err
	})
	if err != nil {
		return err
	}
	s.Another = func() (Client, error) {
		store, err := bolt.NewStore(db, "fenced")
		return Client{Store: store, Plain: plainBolt{db}}, err
	}
	return nil
}

var plainBucket = []byte("plain")

type plainBolt struct{ db *bbolt.DB }

func (p plainBolt) Write(_ context.Context, key string, data []byte) error {
	return p.db.Update(func(tx *bbolt.Tx) error { return tx.Bucket(plainBucket).Put([]byte(key), data) })
}

func (p plainBolt) Read(_ context.Context, key string) (data []byte, err error) {
	err = p.db.View(func(tx *bbolt.Tx) error {
		data = bytes.Clone(tx.Bucket(plainBucket).Get([]byte(key)))
		return nil
	})
	return data, err
}
