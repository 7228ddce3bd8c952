package bolt

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"go.etcd.io/bbolt"

	"example.com/fencing/chapter/fencetest"
)

func TestStore(t *testing.T) {
	t.Parallel()
	fencetest.TestStore(t, func(t *testing.T) fencetest.StoreHarness {
		path := filepath.Join(t.TempDir(), "data.db")
		db := open(t, path)
		store, err := NewStore(db, "orders")
		require.NoError(t, err)
		return fencetest.StoreHarness{
			Store: store,
			// A crash calls no Close: what is on the disk is opened.
			Reopen: func() (fencetest.Store, error) {
				before := path
				path = filepath.Join(t.TempDir(), "copy.db")
				written, err := os.ReadFile(before)
				if err != nil {
					return nil, err
				}
				if err := os.WriteFile(path, written, 0o600); err != nil {
					return nil, err
				}
				db = open(t, path)
				return NewStore(db, "orders")
			},
			// The file is locked: a second process waits. A second Store
			// shares the database and no memory.
			Another: func() (fencetest.Store, error) { return NewStore(db, "orders") },
		}
	})
}

func open(t testing.TB, path string) *bbolt.DB {
	db, err := bbolt.Open(path, 0o600, nil)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	return db
}
