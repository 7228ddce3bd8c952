package filestore_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter/fencetest"
	"example.com/fencing/chapter/filestore"
)

// The suite's Reopen is a restart here: the store is closed and opened again.
func TestTheStoreIsFenced(t *testing.T) {
	t.Parallel()
	fencetest.TestStore(t, func(t *testing.T) fencetest.StoreHarness {
		dir := t.TempDir()
		store, err := filestore.Open(dir)
		require.NoError(t, err)
		t.Cleanup(func() { assert.NoError(t, store.Close()) })
		return fencetest.StoreHarness{
			Store: store,
			Reopen: func() (fencetest.Store, error) {
				if err := store.Close(); err != nil {
					return nil, err
				}
				reopened, err := filestore.Open(dir)
				if err != nil {
					return nil, err
				}
				store = reopened
				return store, nil
			},
		}
	})
}
