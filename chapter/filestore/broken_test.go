package filestore

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter"
)

// The exploration of crashes lets every operation fail as well. Here the same
// is told at one write, step by step.
func TestAnErrorOfTheDiskIsNotAnAcknowledgement(t *testing.T) {
	steps := []string{"create store.new", "write store.new", "sync store.new", "close store.new",
		"rename store.new to store", "sync the folder"}
	for i, step := range steps {
		for _, what := range []event{errorInstead, errorAfter} {
			t.Run(what.String()+" "+step, func(t *testing.T) {
				ctx, d := t.Context(), newSimDisk()
				s, err := open(d, replace)
				require.NoError(t, err)
				require.NoError(t, s.Write(ctx, "orders", []byte("client1 data"), 33))

				d.chosen, d.event = d.ops+i+1, what
				err = s.Write(ctx, "orders", []byte("client2 data"), 34)
				require.Equal(t, step, d.happened)
				require.ErrorIs(t, err, ErrBroken)
				require.ErrorIs(t, err, errSim, "the cause is named")

				ops := d.ops
				assert.ErrorIs(t, s.Write(ctx, "orders", nil, 35), ErrBroken)
				assert.ErrorIs(t, s.Delete(ctx, "users", 35), ErrBroken)
				_, err = s.Claim(ctx, "orders", 35)
				assert.ErrorIs(t, err, ErrBroken)
				_, _, err = s.Read(ctx, "orders")
				assert.ErrorIs(t, err, ErrBroken)
				assert.Equal(t, ops, d.ops, "a broken store has gone back to the disk")

				s, err = open(d, replace)
				require.NoError(t, err)
				data, mark, err := s.Read(ctx, "orders")
				require.NoError(t, err)
				assert.Contains(t, map[chapter.Token]string{33: "client1 data", 34: "client2 data"}, mark)
				assert.Equal(t, map[chapter.Token]string{33: "client1 data", 34: "client2 data"}[mark], string(data))
				assert.ErrorIs(t, s.Write(ctx, "orders", nil, 32), chapter.ErrStaleToken)
				assert.NoError(t, s.Write(ctx, "orders", nil, 34))
			})
		}
	}
}

func TestAStoreThatCanNotBeReadDoesNotOpen(t *testing.T) {
	for at := 1; at <= 8; at++ {
		d := newSimDisk()
		d.chosen, d.event = at, errorInstead
		_, err := open(d, replace)
		require.ErrorIs(t, err, errSim, "operation %d", at)
	}
}

// A real error on a real folder: something is in the way of the new file.
func TestARealErrorBreaksTheStoreUntilItIsOpenedAgain(t *testing.T) {
	dir := t.TempDir()
	s := openIn(t, dir)
	require.NoError(t, s.Write(t.Context(), "orders", []byte("client1 data"), 33))
	inTheWay := filepath.Join(dir, tempName)
	require.NoError(t, os.Mkdir(inTheWay, 0o700))

	err := s.Write(t.Context(), "orders", []byte("client2 data"), 34)
	require.ErrorIs(t, err, ErrBroken)
	require.ErrorIs(t, err, os.ErrExist)
	require.NoError(t, os.Remove(inTheWay))
	require.True(t, errors.Is(s.Write(t.Context(), "orders", nil, 34), ErrBroken), "it has healed by itself")

	require.NoError(t, s.Close())
	s = openIn(t, dir)
	holds(t, s, "orders", []byte("client1 data"), 33)
	require.NoError(t, s.Write(t.Context(), "orders", []byte("client2 data"), 34))
}
