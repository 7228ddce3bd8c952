package redis_test

import (
	"context"
	"io"
	"net"
	"sync/atomic"
	"testing"
	"time"

	goredis "github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter"
	"example.com/fencing/examples/real/redis"
)

// A line is a connection that breaks when the next reply is on its way.
type line struct {
	net.Conn
	breaks *atomic.Pointer[func()] // called when the reply is there, and then lost
	broken bool
}

func (l *line) Read(b []byte) (int, error) {
	if l.broken {
		return 0, io.EOF
	}
	n, err := l.Conn.Read(b)
	if meanwhile := l.breaks.Swap(nil); meanwhile != nil {
		(*meanwhile)()
		l.broken = true
		return 0, io.EOF
	}
	return n, err
}

// breakable returns a client, with go-redis's own retries, and what breaks its
// connection at the next reply.
func breakable(t *testing.T) (client *goredis.Client, breakAt func(meanwhile func())) {
	breaks := new(atomic.Pointer[func()])
	o := options(server)
	o.Dialer = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := new(net.Dialer).DialContext(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return &line{Conn: conn, breaks: breaks}, nil
	}
	client = goredis.NewClient(o)
	t.Cleanup(func() { _ = client.Close() })
	require.NoError(t, client.Ping(context.Background()).Err()) // connected
	return client, func(meanwhile func()) { breaks.Store(&meanwhile) }
}

// The lease has been granted and nobody knows. To say that it is held would be to
// say that this client has nothing.
func TestALostGrantIsNotCalledHeld(t *testing.T) {
	ctx := context.Background()
	space := newSpace()
	t.Cleanup(space.clear)
	client, breakAt := breakable(t)
	for name, locks := range map[string]interface {
		Acquire(ctx context.Context, name, holder string, ttl time.Duration) (chapter.Lease, error)
	}{"counted": redis.NewLocks(client, space.prefix), "random": redis.NewRandomLocks(client, space.prefix)} {
		t.Run(name, func(t *testing.T) {
			_, err := locks.Acquire(ctx, name+" warm", "client1", time.Minute)
			require.NoError(t, err)
			breakAt(func() {})
			_, err = locks.Acquire(ctx, name, "client1", time.Minute)
			require.Error(t, err)
			assert.NotErrorIs(t, err, chapter.ErrHeld)

			_, err = locks.Acquire(ctx, name, "client2", time.Minute)
			assert.ErrorIs(t, err, chapter.ErrHeld, "it was granted")
		})
	}
}

// The data is in place, and the next holder has read it. To say that the token is
// stale would be to say that nothing was written.
func TestALostWriteIsNotCalledStale(t *testing.T) {
	ctx := context.Background()
	space := newSpace()
	t.Cleanup(space.clear)
	client, breakAt := breakable(t)
	store, other := redis.NewStore(client, space.prefix), redis.NewStore(connect(t), space.prefix)
	require.NoError(t, store.Write(ctx, "warm", nil, 33))

	breakAt(func() {
		data, err := other.Claim(ctx, "k", 34)
		assert.NoError(t, err)
		assert.Equal(t, "data", string(data))
	})
	err := store.Write(ctx, "k", []byte("data"), 33)
	require.Error(t, err)
	assert.NotErrorIs(t, err, chapter.ErrStaleToken)
}
