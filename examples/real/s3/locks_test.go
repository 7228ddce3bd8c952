package s3

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	awss3 "github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter"
)

// Each Locks is a client, which knows only what it has seen itself.
func TestALeaseIsWatchedForAsLongAsItLasts(t *testing.T) {
	t.Parallel()
	ctx, bucket := t.Context(), newBucket(t, client)
	locks1, locks2, locks3 := NewLocks(client, bucket, ""), NewLocks(client, bucket, ""), NewLocks(client, bucket, "")
	lease1, err := locks1.Acquire(ctx, "k", "client1", time.Minute)
	require.NoError(t, err)

	until2 := heldUntil(t, locks2, "k", "client1")
	assert.False(t, until2.Before(lease1.Expires), "client2 would have the lease %v too early", lease1.Expires.Sub(until2))
	assert.Equal(t, until2, heldUntil(t, locks2, "k", "client1"), "to look again is not to begin anew")
	assert.True(t, until2.Before(heldUntil(t, locks3, "k", "client1")), "client3 has begun later")

	for _, ttl := range []time.Duration{time.Minute, time.Hour} {
		lease1, err = locks1.Renew(ctx, "k", lease1, ttl)
		require.NoError(t, err)
		again := heldUntil(t, locks2, "k", "client1")
		assert.True(t, until2.Before(again), "client2 has not seen the renewal by %v", ttl)
		assert.False(t, again.Before(lease1.Expires), "client2 goes by the old object")
		until2 = again
	}
}

func TestAWatchedLeaseGoesToOneOnly(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	bucket := newBucket(t, client)
	locks1, locks2, locks3 := NewLocks(client, bucket, ""), NewLocks(client, bucket, ""), NewLocks(client, bucket, "")
	lease1, err := locks1.Acquire(ctx, "k", "client1", 200*time.Millisecond)
	require.NoError(t, err)
	heldUntil(t, locks2, "k", "client1")
	lease3, err := acquire(ctx, locks3, "k", "client3", time.Minute)
	require.NoError(t, err)
	assert.True(t, lease1.Expired(time.Now()))
	assert.Equal(t, lease1.Token+1, lease3.Token)
	heldUntil(t, locks2, "k", "client3") // client2 has watched as long, and sees another ETag now
}

func TestWhatIsOverOnTheHoldersClockIsOver(t *testing.T) {
	t.Parallel()
	locks := NewLocks(client, newBucket(t, client), "")
	lease, err := locks.Acquire(t.Context(), "k", "client1", time.Minute)
	require.NoError(t, err)
	over := lease
	over.Expires = time.Now()
	_, err = locks.Renew(t.Context(), "k", over, time.Minute)
	assert.ErrorIs(t, err, chapter.ErrNotHeld, "somebody may have watched it run out")
	assert.ErrorIs(t, locks.Release(t.Context(), "k", over), chapter.ErrNotHeld)
	_, err = locks.Renew(t.Context(), "k", lease, time.Minute)
	assert.NoError(t, err)

	require.NoError(t, locks.Release(t.Context(), "k", lease))
	lease.Holder = "" // as in the object now
	_, err = locks.Renew(t.Context(), "k", lease, time.Minute)
	assert.ErrorIs(t, err, chapter.ErrNotHeld)
}

// A lease whose grant got lost has a holder who does not know of it.
func TestALostGrantIsHeldByNobodyElse(t *testing.T) {
	t.Parallel()
	wire := &wire{}
	locks := NewLocks(wire.client(), newBucket(t, client), "")
	wire.afterPut = func() error { wire.afterPut = nil; return errLost }
	_, err := locks.Acquire(t.Context(), "k", "client1", time.Minute)
	require.ErrorIs(t, err, errLost)
	heldUntil(t, locks, "k", "client1")
}

func TestWhatIsNotALease(t *testing.T) {
	t.Parallel()
	bucket := newBucket(t, client)
	locks := NewLocks(client, bucket, "leases/")
	for _, body := range []string{"", "{}", "33", `{"token":-1}`, `{"token":18446744073709551616}`, "33 present\n"} {
		_, err := client.PutObject(t.Context(), &awss3.PutObjectInput{Bucket: &bucket, Key: aws.String("leases/k"), Body: strings.NewReader(body)})
		require.NoError(t, err)
		_, err = locks.Acquire(t.Context(), "k", "client1", time.Minute)
		assert.ErrorContains(t, err, `object "leases/k" is not a lease`, "%q", body)
	}
}

func TestTheLastToken(t *testing.T) {
	t.Parallel()
	bucket := newBucket(t, client)
	_, err := client.PutObject(t.Context(), &awss3.PutObjectInput{Bucket: &bucket, Key: aws.String("k"), Body: strings.NewReader(`{"token":18446744073709551614}`)})
	require.NoError(t, err)
	locks := NewLocks(client, bucket, "")
	lease, err := locks.Acquire(t.Context(), "k", "client1", time.Minute)
	require.NoError(t, err)
	assert.Equal(t, ^chapter.Token(0), lease.Token)
	require.NoError(t, locks.Release(t.Context(), "k", lease))
	_, err = locks.Acquire(t.Context(), "k", "client1", time.Minute)
	assert.ErrorIs(t, err, chapter.ErrTokensExhausted)
}

func heldUntil(t *testing.T, locks *Locks, name, by string) time.Time {
	t.Helper()
	_, err := locks.Acquire(t.Context(), name, "somebody else", time.Minute)
	var held *chapter.HeldError
	require.ErrorAs(t, err, &held)
	assert.Equal(t, by, held.Holder)
	return held.Until
}
