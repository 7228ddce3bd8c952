package keyed

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter"
)

// Nobody can count that far; so this test alone looks inside.
func TestLockTableRefusesRatherThanWrapsAround(t *testing.T) {
	var clock chapter.Clock
	table := NewLockTable(clock.Now)
	table.last = math.MaxUint64 - 1

	lease, err := table.Acquire(t.Context(), "orders", "client1", time.Second)
	require.NoError(t, err)
	assert.Equal(t, chapter.Token(math.MaxUint64), lease.Token)
	for range 3 {
		refused, err := table.Acquire(t.Context(), "users", "client2", time.Second)
		require.ErrorIs(t, err, chapter.ErrTokensExhausted)
		assert.Equal(t, chapter.Lease{}, refused)
	}
	lease, err = table.Renew(t.Context(), "orders", lease, time.Second)
	require.NoError(t, err, "a renewal draws no token")
	require.NoError(t, table.Release(t.Context(), "orders", lease))
	_, err = table.Acquire(t.Context(), "orders", "client1", time.Second)
	require.ErrorIs(t, err, chapter.ErrTokensExhausted)
}
