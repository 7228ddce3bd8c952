package redis_test

import (
	"context"
	"math"
	"net"
	"testing"
	"time"

	goredis "github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter"
	"example.com/fencing/examples/real/internal/roundtrips"
	"example.com/fencing/examples/real/redis"
)

func TestAFencedWriteIsOneRoundTrip(t *testing.T) {
	ctx := context.Background()
	space := newSpace()
	t.Cleanup(space.clear)
	var counter roundtrips.Counter
	o := options(server)
	o.Dialer = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := new(net.Dialer).DialContext(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return counter.Conn(conn), nil
	}
	client := goredis.NewClient(o)
	defer client.Close()
	locks, store := redis.NewLocks(client, space.prefix), redis.NewStore(client, space.prefix)

	write := func(token chapter.Token) func() {
		return func() { _ = store.Write(ctx, "k", []byte("data"), token) }
	}
	acquire := func() { _, _ = locks.Acquire(ctx, "lock", "client1", time.Minute) }
	write(33)() // connects, and tells Redis the scripts
	acquire()

	assert.Equal(t, 1, counter.Of(write(34)))
	assert.Equal(t, 1, counter.Of(write(33)), "a refusal takes no more")
	assert.Equal(t, 1, counter.Of(acquire), "nor does this one")
}

func TestTheLargestTokenIsTheLast(t *testing.T) {
	ctx := context.Background()
	space := newSpace()
	t.Cleanup(space.clear)
	client := connect(t)
	locks := redis.NewLocks(client, space.prefix)
	require.NoError(t, client.Set(ctx, space.prefix+"{lock}:counter", math.MaxInt64-1, 0).Err())

	last, err := locks.Acquire(ctx, "lock", "client1", time.Minute)
	require.NoError(t, err)
	assert.Equal(t, chapter.Token(math.MaxInt64), last.Token)
	require.NoError(t, locks.Release(ctx, "lock", last))

	_, err = locks.Acquire(ctx, "lock", "client2", time.Minute)
	assert.ErrorIs(t, err, chapter.ErrTokensExhausted)
}

// Beyond 2^53 a script that lets a token become a number loses its last bit.
func TestTokensStayExact(t *testing.T) {
	ctx := context.Background()
	space := newSpace()
	t.Cleanup(space.clear)
	client := connect(t)
	locks := redis.NewLocks(client, space.prefix)
	require.NoError(t, client.Set(ctx, space.prefix+"{lock}:counter", 1<<53, 0).Err())
	for i := range chapter.Token(4) {
		lease, err := locks.Acquire(ctx, "lock", "client1", time.Minute)
		require.NoError(t, err)
		assert.Equal(t, 1<<53+1+i, lease.Token)
		_, err = locks.Renew(ctx, "lock", lease, time.Minute)
		require.NoError(t, err)
		require.NoError(t, locks.Release(ctx, "lock", lease))
	}
}

// Who has it, and until when?
func TestAHeldLeaseNamesItsHolder(t *testing.T) {
	ctx := context.Background()
	space := newSpace()
	t.Cleanup(space.clear)
	for name, locks := range map[string]interface {
		Acquire(ctx context.Context, name, holder string, ttl time.Duration) (chapter.Lease, error)
	}{"counted": redis.NewLocks(connect(t), space.prefix), "random": redis.NewRandomLocks(connect(t), space.prefix)} {
		lease, err := locks.Acquire(ctx, name, "client1", time.Minute)
		require.NoError(t, err, name)
		_, err = locks.Acquire(ctx, name, "client2", time.Minute)
		var held *chapter.HeldError
		require.ErrorAs(t, err, &held, name)
		assert.Equal(t, "client1", held.Holder, name)
		assert.WithinDuration(t, lease.Expires, held.Until, 20*time.Second, name)
	}
}

// A random value keeps each grant apart, also those of the same holder.
func TestRandomLocksKeepGrantsApart(t *testing.T) {
	ctx := context.Background()
	space := newSpace()
	t.Cleanup(space.clear)
	locks := redis.NewRandomLocks(connect(t), space.prefix)
	old, err := locks.Acquire(ctx, "lock", "client1", time.Minute)
	require.NoError(t, err)
	require.NoError(t, locks.Release(ctx, "lock", old))
	current, err := locks.Acquire(ctx, "lock", "client1", time.Minute)
	require.NoError(t, err)

	_, err = locks.Renew(ctx, "lock", old, time.Minute)
	assert.ErrorIs(t, err, chapter.ErrNotHeld)
	assert.ErrorIs(t, locks.Release(ctx, "lock", old), chapter.ErrNotHeld)
	renewed, err := locks.Renew(ctx, "lock", current, time.Hour)
	require.NoError(t, err)
	assert.True(t, renewed.Expires.After(current.Expires))
	assert.NoError(t, locks.Release(ctx, "lock", renewed))

	_, err = locks.Acquire(ctx, "lock", "", time.Minute)
	assert.ErrorIs(t, err, chapter.ErrNoHolder)
	_, err = locks.Acquire(ctx, "lock", "client1", 0)
	assert.ErrorIs(t, err, chapter.ErrTTL)
}
