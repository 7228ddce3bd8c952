package nats

import (
	"context"
	"fmt"
	"testing"
	"time"

	natsgo "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter"
)

// The server cuts fractions of a second off. Without rounding up, client2 would be
// granted the lease almost a second before client1's says that it is over.
func TestALeaseLastsAsLongAsItSays(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	locks := newLocks(t)
	for _, renewed := range []bool{false, true} {
		name := fmt.Sprint("renewed-", renewed)
		t.Run(name, func(t *testing.T) {
			lease, err := locks.Acquire(ctx, name, "client1", 1900*time.Millisecond)
			require.NoError(t, err)
			if renewed {
				lease, err = locks.Renew(ctx, name, lease, 1900*time.Millisecond)
				require.NoError(t, err)
			}
			_, err = acquire(ctx, locks, name, "client2", time.Second)
			require.NoError(t, err)
			assert.True(t, lease.Expired(time.Now()), "client2 was granted the lease %v before client1's ended", time.Until(lease.Expires))
		})
	}
}

func TestWholeSeconds(t *testing.T) {
	for ttl, want := range map[time.Duration]time.Duration{
		1:                        time.Second,
		time.Second:              time.Second,
		time.Second + 1:          2 * time.Second,
		365 * 24 * time.Hour:     365 * 24 * time.Hour,
		365*24*time.Hour + 1:     0,
		0:                        0,
		-time.Second:             0,
		time.Duration(1) << 62:   0,
		time.Duration(1<<63 - 1): 0,
	} {
		got, err := wholeSeconds(ttl)
		assert.Equal(t, want, got, "of %v", ttl)
		if want == 0 {
			assert.ErrorIs(t, err, chapter.ErrTTL)
		} else {
			assert.NoError(t, err)
		}
	}
}

// For the server revision 0 means "no such key", or "whatever there is".
func TestALeaseWithoutTokenIsNotHeld(t *testing.T) {
	t.Parallel()
	locks := newLocks(t)
	_, err := locks.Renew(t.Context(), "free", chapter.Lease{Holder: "client2"}, time.Minute)
	assert.ErrorIs(t, err, chapter.ErrNotHeld)

	lease, err := locks.Acquire(t.Context(), "held", "client1", time.Minute)
	require.NoError(t, err)
	assert.ErrorIs(t, locks.Release(t.Context(), "held", chapter.Lease{Holder: "client2"}), chapter.ErrNotHeld)
	_, err = locks.Renew(t.Context(), "held", lease, time.Minute)
	assert.NoError(t, err, "somebody without a token has released it")
}

// The server compares the token with the latest revision of whatever matches.
func TestAPatternIsNoName(t *testing.T) {
	t.Parallel()
	locks := newLocks(t)
	lease, err := locks.Acquire(t.Context(), "orders.7", "client1", time.Minute)
	require.NoError(t, err)
	for _, pattern := range []string{"orders.*", ">"} {
		_, err = locks.Renew(t.Context(), pattern, lease, time.Minute)
		assert.ErrorIs(t, err, jetstream.ErrInvalidKey, pattern)
		assert.ErrorIs(t, locks.Release(t.Context(), pattern, lease), jetstream.ErrInvalidKey, pattern)
	}
	_, err = locks.Renew(t.Context(), "orders.7", lease, time.Minute)
	assert.NoError(t, err)
}

func TestRoundTrips(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	conn, kv := newBucket(t, jetstream.KeyValueConfig{})
	store, err := NewStore(ctx, kv)
	require.NoError(t, err)
	for _, step := range []struct {
		name string
		call func() error
		want uint64
	}{
		{"the first write looks first", func() error { return store.Write(ctx, "k", []byte("a"), 33) }, 2},
		{"the second remembers", func() error { return store.Write(ctx, "k", []byte("b"), 33) }, 1},
		{"a later grant is one more writer", func() error { return store.Write(ctx, "k", []byte("c"), 34) }, 1},
		{"a delete is a write", func() error { return store.Delete(ctx, "k", 34) }, 1},
		{"a claim has to read", func() error { _, err := store.Claim(ctx, "k", 35); return err }, 2},
		{"a write after the claim", func() error { return store.Write(ctx, "k", []byte("d"), 35) }, 1},
	} {
		before := conn.Stats().OutMsgs
		require.NoError(t, step.call(), step.name)
		assert.Equal(t, step.want, conn.Stats().OutMsgs-before, step.name)
	}
}

// first and second are two clients; each remembers what it has seen.
func TestAnOutdatedMemoryIsHarmless(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	_, kv := newBucket(t, jetstream.KeyValueConfig{})
	first, err := NewStore(ctx, kv)
	require.NoError(t, err)
	second, err := NewStore(ctx, kv)
	require.NoError(t, err)

	require.NoError(t, first.Write(ctx, "k", []byte("first"), 33))
	require.NoError(t, second.Write(ctx, "k", []byte("second"), 34))
	assert.ErrorIs(t, first.Write(ctx, "k", []byte("stale"), 33), chapter.ErrStaleToken)
	require.NoError(t, first.Write(ctx, "k", []byte("first again"), 35))
	assert.ErrorIs(t, second.Delete(ctx, "k", 34), chapter.ErrStaleToken)
	data, mark, err := second.Read(ctx, "k")
	require.NoError(t, err)
	assert.Equal(t, "first again", string(data))
	assert.EqualValues(t, 35, mark)
}

func TestWhatWasPutPastTheFence(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	_, kv := newBucket(t, jetstream.KeyValueConfig{})
	store, err := NewStore(ctx, kv)
	require.NoError(t, err)
	for i, value := range []string{"", "client1 data", "33", "33 present", "33 \n", "0 present\n", "-1 present\n", "33 absent\n", "18446744073709551616 present\n"} {
		key := fmt.Sprint("k", i)
		_, err := kv.PutString(ctx, key, value)
		require.NoError(t, err)
		assert.ErrorIs(t, store.Write(ctx, key, nil, 33), ErrNotFenced, "%q", value)
		_, _, err = store.Read(ctx, key)
		assert.ErrorIs(t, err, ErrNotFenced, "%q", value)
	}
}

func TestBucketsThatWouldForget(t *testing.T) {
	t.Parallel()
	_, kv := newBucket(t, jetstream.KeyValueConfig{TTL: time.Hour})
	_, err := NewStore(t.Context(), kv)
	assert.ErrorContains(t, err, "a fence needs a bucket without TTL")
}

func TestBucketsThatCanHoldNoLeases(t *testing.T) {
	t.Parallel()
	for want, config := range map[string]jetstream.KeyValueConfig{
		"has no LimitMarkerTTL":      {},
		"need a bucket without TTL":  {LimitMarkerTTL: time.Minute, TTL: time.Second},
		"leases need a history of 1": {LimitMarkerTTL: time.Minute, History: 2},
	} {
		conn, kv := newBucket(t, config)
		js, err := jetstream.New(conn)
		require.NoError(t, err)
		_, err = NewLocks(t.Context(), js, kv)
		assert.ErrorContains(t, err, want)
	}
}

func newBucket(t *testing.T, config jetstream.KeyValueConfig) (*natsgo.Conn, jetstream.KeyValue) {
	s := newServer(t)
	kv, err := s.bucket(t, config)
	require.NoError(t, err)
	return s.js.Conn(), kv
}

func newLocks(t *testing.T) *Locks {
	conn, kv := newBucket(t, jetstream.KeyValueConfig{LimitMarkerTTL: time.Second})
	js, err := jetstream.New(conn)
	require.NoError(t, err)
	locks, err := NewLocks(t.Context(), js, kv)
	require.NoError(t, err)
	return locks
}
