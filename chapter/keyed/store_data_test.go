package keyed_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter"
)

func TestNoDataIsNotEmptyData(t *testing.T) {
	onBothStores(t, func(t *testing.T, s store) {
		for i, data := range [][]byte{nil, {}, []byte("long enough"), nil, []byte("short"), {0}, []byte("1 deleted\n"), []byte("\n\r\n")} {
			key, token := "orders", chapter.Token(i+1)
			require.NoError(t, s.Write(t.Context(), key, data, token))
			assertStored(t, s, key, append([]byte{}, data...), token) // nil was written as empty data
			claimed, err := s.Claim(t.Context(), key, token)
			require.NoError(t, err)
			assert.NotNil(t, claimed)
			require.NoError(t, s.Delete(t.Context(), key, token))
			assertStored(t, s, key, nil, token)
			claimed, err = s.Claim(t.Context(), key, token)
			require.NoError(t, err)
			assert.Nil(t, claimed)
		}
	})
}

func TestDataIsCopiedOnItsWayInAndOut(t *testing.T) {
	onBothStores(t, func(t *testing.T, s store) {
		spoil := func(data []byte) {
			data = data[:cap(data)]
			for i := range data {
				data[i] = 'X'
			}
		}
		argument := []byte("hello")
		require.NoError(t, s.Write(t.Context(), "orders", argument, 33))
		spoil(argument)
		assertStored(t, s, "orders", []byte("hello"), 33)

		read, _, err := s.Read(t.Context(), "orders")
		require.NoError(t, err)
		claimed, err := s.Claim(t.Context(), "orders", 33)
		require.NoError(t, err)
		require.NoError(t, s.Write(t.Context(), "orders", []byte("HELLO"), 33))
		assert.Equal(t, "hello", string(read), "a later write changes nothing in the reader's hand")
		assert.Equal(t, "hello", string(claimed))
		spoil(read)
		spoil(claimed)
		assertStored(t, s, "orders", []byte("HELLO"), 33)

		require.NoError(t, s.Write(t.Context(), "users", read, 33))
		spoil(read)
		spoil(claimed)
		assertStored(t, s, "orders", []byte("HELLO"), 33)
	})
}

func TestAContextThatIsOverChangesNothing(t *testing.T) {
	onBothStores(t, func(t *testing.T, s store) {
		over, cancel := context.WithCancel(t.Context())
		cancel()
		require.NoError(t, s.Write(t.Context(), "orders", []byte("hello"), 33))
		for _, o := range operations {
			for _, token := range []chapter.Token{1, 33, 34} {
				assert.ErrorIs(t, o.do(over, s, "orders", token), context.Canceled, o.name)
				assert.ErrorIs(t, o.do(over, s, "users", token), context.Canceled, o.name)
			}
		}
		data, mark, err := s.Read(over, "orders")
		assert.ErrorIs(t, err, context.Canceled)
		assert.Nil(t, data)
		assert.Zero(t, mark)
		claimed, err := s.Claim(over, "orders", 34)
		assert.ErrorIs(t, err, context.Canceled)
		assert.Nil(t, claimed)
		assertStored(t, s, "orders", []byte("hello"), 33)
		assertStored(t, s, "users", nil, 0)
	})
}
