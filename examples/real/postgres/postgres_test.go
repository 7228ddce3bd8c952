package postgres_test

import (
	"context"
	"net"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter"
	"example.com/fencing/examples/real/internal/roundtrips"
	"example.com/fencing/examples/real/postgres"
)

func TestAFencedWriteIsOneRoundTrip(t *testing.T) {
	ctx := context.Background()
	var counter roundtrips.Counter
	config := newSpace(t).config()
	config.ConnConfig.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := new(net.Dialer).DialContext(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return counter.Conn(conn), nil
	}
	db, err := pgxpool.NewWithConfig(ctx, config)
	require.NoError(t, err)
	defer db.Close()
	locks, store := postgres.NewLocks(db), postgres.NewStore(db)

	write := func(token chapter.Token) func() {
		return func() { _ = store.Write(ctx, "k", []byte("data"), token) }
	}
	acquire := func(name string) func() {
		return func() { _, _ = locks.Acquire(ctx, name, "client1", time.Minute) }
	}
	write(33)() // connects, and prepares the statements
	write(32)()
	acquire("warm")()
	acquire("warm")()

	assert.Equal(t, 1, counter.Of(write(34)))
	assert.Equal(t, 2, counter.Of(write(33)), "a refusal asks for the mark as well")
	assert.Equal(t, 1, counter.Of(acquire("lock")))
	assert.Equal(t, 2, counter.Of(acquire("lock")), "a refusal asks for the holder as well")
}

func TestTheLargestTokenIsTheLast(t *testing.T) {
	ctx := context.Background()
	db := newSpace(t).connect(t)
	locks := postgres.NewLocks(db)
	_, err := db.Exec(ctx, `INSERT INTO lease VALUES ('lock', 'client0', $1, 'epoch')`, int64(postgres.LargestToken-1))
	require.NoError(t, err)

	last, err := locks.Acquire(ctx, "lock", "client1", time.Minute)
	require.NoError(t, err)
	assert.Equal(t, postgres.LargestToken, last.Token)
	_, err = locks.Acquire(ctx, "lock", "client2", time.Minute)
	require.ErrorIs(t, err, chapter.ErrHeld)
	require.NoError(t, locks.Release(ctx, "lock", last))

	_, err = locks.Acquire(ctx, "lock", "client2", time.Minute)
	assert.ErrorIs(t, err, chapter.ErrTokensExhausted)
	assert.ErrorIs(t, locks.Release(ctx, "lock", chapter.Lease{Holder: "client1", Token: postgres.LargestToken + 1}), chapter.ErrNotHeld)
}

// Who has it, and until when?
func TestAHeldLeaseNamesItsHolder(t *testing.T) {
	ctx := context.Background()
	locks := postgres.NewLocks(newSpace(t).connect(t))
	lease, err := locks.Acquire(ctx, "lock", "client1", time.Minute)
	require.NoError(t, err)

	_, err = locks.Acquire(ctx, "lock", "client2", time.Minute)
	var held *chapter.HeldError
	require.ErrorAs(t, err, &held)
	assert.Equal(t, "client1", held.Holder)
	assert.WithinDuration(t, lease.Expires, held.Until, 20*time.Second)
}
