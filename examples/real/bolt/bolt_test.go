package bolt

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"

	"example.com/fencing/chapter"
)

// A bucket inside the bucket is in the way of the data: the mark has been raised in
// the transaction by then, and must not stay so.
func TestAChangeThatFailsTakesItsMarkAlong(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "data.db"))
	store, err := NewStore(db, "orders")
	require.NoError(t, err)
	require.NoError(t, db.Update(func(tx *bbolt.Tx) error {
		_, err := tx.Bucket([]byte("orders")).CreateBucket([]byte("k"))
		return err
	}))
	require.ErrorIs(t, store.Write(t.Context(), "k", []byte("data"), 34), bolterrors.ErrIncompatibleValue)
	_, mark, err := store.Read(t.Context(), "k")
	require.NoError(t, err)
	assert.Zero(t, mark)
}

func TestAMarkThatIsNoneLetsNobodyIn(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "data.db"))
	store, err := NewStore(db, "orders")
	require.NoError(t, err)
	require.NoError(t, db.Update(func(tx *bbolt.Tx) error {
		return tx.Bucket([]byte("orders marks")).Put([]byte("k"), []byte("34"))
	}))
	assert.ErrorContains(t, store.Write(t.Context(), "k", nil, 35), "a mark has 8 bytes, not 2: 3334")
	_, _, err = store.Read(t.Context(), "k")
	assert.ErrorContains(t, err, "a mark has 8 bytes, not 2: 3334")
}

func TestDataThatWasThereBefore(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "data.db"))
	require.NoError(t, db.Update(func(tx *bbolt.Tx) error {
		orders, err := tx.CreateBucket([]byte("orders"))
		if err != nil {
			return err
		}
		return orders.Put([]byte("k"), []byte("old"))
	}))
	store, err := NewStore(db, "orders")
	require.NoError(t, err)
	data, err := store.Claim(t.Context(), "k", 33)
	require.NoError(t, err)
	assert.Equal(t, "old", string(data))
	assert.ErrorIs(t, store.Write(t.Context(), "k", nil, 32), chapter.ErrStaleToken)
}
