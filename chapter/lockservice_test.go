package chapter_test

import (
	"errors"
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter"
)

const ttl = 10 * time.Second

// newLocks returns a service that stands at noon and grants 33 next.
func newLocks(options ...chapter.Option) (*chapter.Clock, *chapter.LockService) {
	clock := new(chapter.Clock)
	return clock, chapter.NewLockService(clock.Now, ttl, append(options, chapter.FirstToken(33))...)
}

func acquire(t *testing.T, locks *chapter.LockService, holder string) chapter.Lease {
	t.Helper()
	lease, err := locks.Acquire(holder)
	require.NoError(t, err)
	return lease
}

// assertHeld checks that a newcomer is told by whom the lease is held and
// until when.
func assertHeld(t *testing.T, locks *chapter.LockService, want chapter.HeldError) {
	t.Helper()
	lease, err := locks.Acquire("newcomer")
	assertLease(t, chapter.Lease{}, lease)
	assert.ErrorIs(t, err, chapter.ErrHeld)
	var held *chapter.HeldError
	require.True(t, errors.As(err, &held), "%v", err)
	if diff := cmp.Diff(want, *held); diff != "" {
		t.Errorf("the error says something else (-want +got):\n%s", diff)
	}
	assert.False(t, locks.Free())
}

func TestNewLockServiceRefusesNonsenseAtOnce(t *testing.T) {
	now := new(chapter.Clock).Now
	for _, c := range []struct {
		name, message string
		construct     func()
	}{
		{"no clock", "chapter: NewLockService needs a clock, for example time.Now",
			func() { chapter.NewLockService(nil, ttl) }},
		{"a TTL of zero", "chapter: NewLockService: a lease needs a TTL above zero, not 0s",
			func() { chapter.NewLockService(now, 0) }},
		{"a negative TTL", "chapter: NewLockService: a lease needs a TTL above zero, not -1ns",
			func() { chapter.NewLockService(now, -1) }},
		{"zero as the first token", "chapter: FirstToken needs a token above zero: 0 is no token",
			func() { chapter.FirstToken(0) }},
		{"a negative delay", "chapter: LockDelay needs a delay of zero or more, not -1ns",
			func() { chapter.LockDelay(-1) }},
	} {
		t.Run(c.name, func(t *testing.T) { assert.PanicsWithValue(t, c.message, c.construct) })
	}
	assert.NotPanics(t, func() { chapter.NewLockService(now, 1, chapter.FirstToken(1), chapter.LockDelay(0)) })
}

func TestAcquire(t *testing.T) {
	t.Run("the first grant is number 1, unless the story begins elsewhere", func(t *testing.T) {
		lease := acquire(t, chapter.NewLockService(noonAlways, ttl), "client1")
		assertLease(t, chapter.Lease{Holder: "client1", Token: 1, Expires: noon.Add(ttl)}, lease)
		_, locks := newLocks()
		assertLease(t, chapter.Lease{Holder: "client1", Token: 33, Expires: noon.Add(ttl)}, acquire(t, locks, "client1"))
	})
	t.Run("nobody gets a second lease, not even the same holder, until the instant of expiry", func(t *testing.T) {
		clock, locks := newLocks()
		assert.True(t, locks.Free())
		acquire(t, locks, "client1")
		clock.Advance(ttl - 1)
		for _, holder := range []string{"client1", "client2"} {
			_, err := locks.Acquire(holder)
			require.EqualError(t, err, "lease held by client1 until 12:00:10")
		}
		assertHeld(t, locks, chapter.HeldError{Holder: "client1", Until: noon.Add(ttl)})

		clock.Advance(1)
		assert.True(t, locks.Free())
		lease := acquire(t, locks, "client2")
		assertLease(t, chapter.Lease{Holder: "client2", Token: 34, Expires: noon.Add(2 * ttl)}, lease)
	})
	t.Run("without a name", func(t *testing.T) {
		_, locks := newLocks()
		lease, err := locks.Acquire("")
		require.ErrorIs(t, err, chapter.ErrNoHolder)
		require.EqualError(t, err, "no holder: a lease needs the name of its holder")
		assertLease(t, chapter.Lease{}, lease)
		assert.Equal(t, chapter.Token(33), acquire(t, locks, "client1").Token, "the refusal drew no token")
	})
	t.Run("a refusal draws no token", func(t *testing.T) {
		clock, locks := newLocks()
		acquire(t, locks, "client1")
		for range 5 {
			assertHeld(t, locks, chapter.HeldError{Holder: "client1", Until: noon.Add(ttl)})
		}
		clock.Advance(ttl)
		assert.Equal(t, chapter.Token(34), acquire(t, locks, "client2").Token)
	})
}

func noonAlways() time.Time { return noon }

func TestTokensGrowWhateverEndsTheGrant(t *testing.T) {
	for _, c := range []struct {
		name string
		end  func(clock *chapter.Clock, locks *chapter.LockService, lease chapter.Lease) error
	}{
		{"release", func(_ *chapter.Clock, locks *chapter.LockService, lease chapter.Lease) error {
			return locks.Release(lease)
		}},
		{"expiry", func(clock *chapter.Clock, _ *chapter.LockService, _ chapter.Lease) error {
			clock.Advance(ttl)
			return nil
		}},
		{"restart", func(clock *chapter.Clock, locks *chapter.LockService, _ chapter.Lease) error {
			locks.Restart()
			clock.Advance(ttl)
			return nil
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			clock, locks := newLocks()
			for i, holder := range []string{"client1", "client2", "client2", "client1", "client3"} {
				lease := acquire(t, locks, holder)
				assert.Equal(t, chapter.Token(33+i), lease.Token)
				require.NoError(t, c.end(clock, locks, lease))
			}
		})
	}
}

func TestLockDelay(t *testing.T) {
	const delay = time.Minute
	t.Run("an expired lease is waited for", func(t *testing.T) {
		clock, locks := newLocks(chapter.LockDelay(delay))
		lease := acquire(t, locks, "client1")
		clock.Advance(ttl)
		assert.False(t, locks.Holds(lease), "the delay does not lengthen the lease")
		_, err := locks.Renew(lease)
		assert.ErrorIs(t, err, chapter.ErrNotHeld, "nor may it be renewed during the delay")
		clock.Advance(delay - 1)
		assertHeld(t, locks, chapter.HeldError{Holder: "client1", Until: noon.Add(ttl + delay)})
		_, err = locks.Acquire("client2")
		require.EqualError(t, err, "lease held by client1 until 12:01:10")
		clock.Advance(1)
		assert.Equal(t, chapter.Token(34), acquire(t, locks, "client2").Token)
	})
	t.Run("a released lease is not", func(t *testing.T) {
		_, locks := newLocks(chapter.LockDelay(delay))
		require.NoError(t, locks.Release(acquire(t, locks, "client1")))
		assert.True(t, locks.Free())
		assert.Equal(t, chapter.Token(34), acquire(t, locks, "client2").Token)
	})
}

func TestTokensExhausted(t *testing.T) {
	exhausted := func(t *testing.T, err error) {
		t.Helper()
		require.ErrorIs(t, err, chapter.ErrTokensExhausted)
		require.EqualError(t, err, "tokens exhausted: no larger token is left to grant")
	}
	for _, option := range []chapter.Option{chapter.LockDelay(0), chapter.RenewalDrawsToken()} {
		clock := new(chapter.Clock)
		locks := chapter.NewLockService(clock.Now, ttl, chapter.FirstToken(math.MaxUint64), option)
		lease := acquire(t, locks, "client1")
		require.Equal(t, chapter.Token(math.MaxUint64), lease.Token)
		clock.Advance(ttl / 2)

		if renewed, err := locks.Renew(lease); err != nil { // the one that draws
			exhausted(t, err)
			assertLease(t, chapter.Lease{}, renewed)
			assertHeld(t, locks, chapter.HeldError{Holder: "client1", Until: noon.Add(ttl)})
		} else {
			assertLease(t, chapter.Lease{Holder: "client1", Token: math.MaxUint64, Expires: noon.Add(ttl + ttl/2)}, renewed)
		}
		assert.True(t, locks.Holds(lease))
		require.NoError(t, locks.Release(lease))
		for range 3 {
			lease, err := locks.Acquire("client2")
			exhausted(t, err)
			assertLease(t, chapter.Lease{}, lease)
			clock.Advance(ttl)
		}
	}
}
