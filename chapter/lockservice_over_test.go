package chapter_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter"
)

// Each case tells a story that ends with a lease that does not count, and
// names the one that does, if any.
var overLeases = []struct {
	name    string
	options []chapter.Option
	story   func(t *testing.T, clock *chapter.Clock, locks *chapter.LockService) (over, live chapter.Lease)
	message string
}{
	{"it has just expired", nil, func(t *testing.T, clock *chapter.Clock, locks *chapter.LockService) (over, live chapter.Lease) {
		over = acquire(t, locks, "client1")
		clock.Advance(ttl)
		return over, live
	}, "lease not held: token 33 expired at 12:00:10"},
	{"it has expired, and its holder has written a later date on it", nil, func(t *testing.T, clock *chapter.Clock, locks *chapter.LockService) (over, live chapter.Lease) {
		over = acquire(t, locks, "client1")
		clock.Advance(ttl)
		over.Expires = noon.Add(time.Hour)
		return over, live
	}, "lease not held: token 33 expired at 12:00:10"},
	{"it has expired, though it had been renewed", nil, func(t *testing.T, clock *chapter.Clock, locks *chapter.LockService) (over, live chapter.Lease) {
		lease := acquire(t, locks, "client1")
		clock.Advance(ttl / 2)
		over, err := locks.Renew(lease)
		require.NoError(t, err)
		clock.Advance(ttl)
		return over, live
	}, "lease not held: token 33 expired at 12:00:15"},
	{"it has been released", nil, func(t *testing.T, _ *chapter.Clock, locks *chapter.LockService) (over, live chapter.Lease) {
		over = acquire(t, locks, "client1")
		require.NoError(t, locks.Release(over))
		return over, live
	}, "lease not held: client1 does not hold token 33"},
	{"somebody else has it now", nil, func(t *testing.T, clock *chapter.Clock, locks *chapter.LockService) (over, live chapter.Lease) {
		over = acquire(t, locks, "client1")
		clock.Advance(ttl)
		return over, acquire(t, locks, "client2")
	}, "lease not held: token 33 is over, 34 has been granted since"},
	{"the same holder has it anew", nil, func(t *testing.T, clock *chapter.Clock, locks *chapter.LockService) (over, live chapter.Lease) {
		over = acquire(t, locks, "client1")
		clock.Advance(ttl)
		return over, acquire(t, locks, "client1")
	}, "lease not held: token 33 is over, 34 has been granted since"},
	{"its renewal drew a new token", []chapter.Option{chapter.RenewalDrawsToken()}, func(t *testing.T, _ *chapter.Clock, locks *chapter.LockService) (over, live chapter.Lease) {
		over = acquire(t, locks, "client1")
		live, err := locks.Renew(over)
		require.NoError(t, err)
		return over, live
	}, "lease not held: token 33 is over, 34 has been granted since"},
	{"forged: somebody else's token", nil, func(t *testing.T, _ *chapter.Clock, locks *chapter.LockService) (over, live chapter.Lease) {
		live = acquire(t, locks, "client1")
		return chapter.Lease{Holder: "client2", Token: live.Token, Expires: live.Expires}, live
	}, "lease not held: client2 does not hold token 33"},
	{"forged: a token of the future", nil, func(t *testing.T, _ *chapter.Clock, locks *chapter.LockService) (over, live chapter.Lease) {
		live = acquire(t, locks, "client1")
		return chapter.Lease{Holder: "client1", Token: 34, Expires: live.Expires}, live
	}, "lease not held: token 34 was never granted"},
	{"forged: in nobody's name, after a release", nil, func(t *testing.T, _ *chapter.Clock, locks *chapter.LockService) (over, live chapter.Lease) {
		over = acquire(t, locks, "client1")
		require.NoError(t, locks.Release(over))
		over.Holder = ""
		return over, live
	}, "lease not held:  does not hold token 33"},
	{"forged: in the name of the unknown holder before a restart", nil, func(t *testing.T, _ *chapter.Clock, locks *chapter.LockService) (over, live chapter.Lease) {
		over = acquire(t, locks, "client1")
		locks.Restart()
		over.Holder = "somebody before the restart"
		return over, live
	}, "lease not held: somebody before the restart does not hold token 33"},
	{"no lease at all", nil, func(t *testing.T, _ *chapter.Clock, locks *chapter.LockService) (over, live chapter.Lease) {
		return over, acquire(t, locks, "client1")
	}, "lease not held: token 0 was never granted"},
	{"no lease at all, after a restart", nil, func(_ *testing.T, _ *chapter.Clock, locks *chapter.LockService) (over, live chapter.Lease) {
		locks.Restart()
		return chapter.Lease{Holder: "somebody before the restart", Expires: noon.Add(ttl)}, live
	}, "lease not held: token 0 was never granted"},
	{"the service has restarted", nil, func(t *testing.T, _ *chapter.Clock, locks *chapter.LockService) (over, live chapter.Lease) {
		over = acquire(t, locks, "client1")
		locks.Restart()
		return over, live
	}, "lease not held: client1 does not hold token 33"},
	{"the service has lost its counter", nil, func(t *testing.T, _ *chapter.Clock, locks *chapter.LockService) (over, live chapter.Lease) {
		over = acquire(t, locks, "client1")
		locks.RestartWithoutCounter()
		return over, live
	}, "lease not held: token 33 was never granted"},
}

// A lease that is over can't be renewed and can't be released, and whoever
// tries disturbs nobody.
func TestALeaseThatIsOver(t *testing.T) {
	for _, c := range overLeases {
		t.Run(c.name, func(t *testing.T) {
			clock, locks := newLocks(c.options...)
			over, live := c.story(t, clock, locks)
			free := locks.Free()

			assert.False(t, locks.Holds(over))
			renewed, err := locks.Renew(over)
			assert.EqualError(t, err, c.message)
			assert.ErrorIs(t, err, chapter.ErrNotHeld)
			assertLease(t, chapter.Lease{}, renewed)
			err = locks.Release(over)
			assert.EqualError(t, err, c.message)
			assert.ErrorIs(t, err, chapter.ErrNotHeld)

			assert.False(t, locks.Holds(over), "it has come back to life")
			assert.Equal(t, free, locks.Free(), "it has changed who may acquire")
			if live != (chapter.Lease{}) {
				assert.True(t, locks.Holds(live))
				assertHeld(t, locks, chapter.HeldError{Holder: live.Holder, Until: live.Expires})
				require.NoError(t, locks.Release(live))
			}
		})
	}
}

func TestRenew(t *testing.T) {
	for _, c := range []struct {
		name    string
		options []chapter.Option
		token   chapter.Token // after the first renewal
		drawn   chapter.Token // by each further one
	}{
		{"keeps the token", nil, 33, 0},
		{"or draws a higher one", []chapter.Option{chapter.RenewalDrawsToken()}, 34, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			clock, locks := newLocks(c.options...)
			lease := acquire(t, locks, "client1")
			for i := range 10 { // far beyond the first TTL, renewed at the last instant
				clock.Advance(ttl - 1)
				require.True(t, locks.Holds(lease))
				renewed, err := locks.Renew(lease)
				require.NoError(t, err)
				want := chapter.Lease{Holder: "client1", Token: c.token + chapter.Token(i)*c.drawn, Expires: clock.Now().Add(ttl)}
				assertLease(t, want, renewed)
				assertHeld(t, locks, chapter.HeldError{Holder: "client1", Until: renewed.Expires})
				lease = renewed
			}
			require.NoError(t, locks.Release(lease))
			assert.Equal(t, lease.Token+1, acquire(t, locks, "client2").Token)
		})
	}

	t.Run("the copy from before the renewal is the same grant", func(t *testing.T) {
		clock, locks := newLocks()
		lease := acquire(t, locks, "client1")
		clock.Advance(ttl / 2)
		_, err := locks.Renew(lease)
		require.NoError(t, err)
		clock.Advance(ttl / 2)
		assert.True(t, lease.Expired(clock.Now()), "so the copy says")
		assert.True(t, locks.Holds(lease), "the service knows better")
		require.NoError(t, locks.Release(lease))
	})
}

func TestRestart(t *testing.T) {
	for _, c := range []struct {
		name    string
		restart func(*chapter.LockService)
		token   chapter.Token // of the first grant afterwards
	}{
		{"the counter was on disk", (*chapter.LockService).Restart, 34},
		{"the counter was lost", (*chapter.LockService).RestartWithoutCounter, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			clock, locks := newLocks()
			lease := acquire(t, locks, "client1")
			clock.Advance(3 * time.Second)
			c.restart(locks)
			assert.False(t, locks.Holds(lease), "the service has forgotten the lease")
			_, err := locks.Acquire("client2")
			require.EqualError(t, err, "lease held by somebody before the restart until 12:00:13")

			clock.Advance(ttl - 1)
			assertHeld(t, locks, chapter.HeldError{Holder: "somebody before the restart", Until: noon.Add(13 * time.Second)})
			clock.Advance(1)
			require.True(t, lease.Expired(clock.Now()), "every lease from before is over by now")
			assert.Equal(t, c.token, acquire(t, locks, "client2").Token)
		})
	}
}
