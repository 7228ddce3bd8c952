package chapter_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter"
)

// A model says what a lock service must answer: it keeps the latest grant, as
// long as that counts, and the instant from which the next may be granted.
type model struct {
	grant   chapter.Lease // zero when released, or forgotten in a restart
	freeAt  time.Time
	highest chapter.Token
}

func (m *model) holds(l chapter.Lease, now time.Time) bool {
	return l.Token != 0 && l.Token == m.grant.Token && l.Holder == m.grant.Holder && now.Before(m.grant.Expires)
}

func (m *model) granted(l chapter.Lease, delay time.Duration) {
	m.grant, m.highest, m.freeAt = l, l.Token, l.Expires.Add(delay)
}

// Random histories, the same in every run: the service does what the model
// says, tokens grow, and no two clients ever hold live leases, as the clients
// themselves see it.
func TestRandomHistoriesHaveNoTwoLiveLeases(t *testing.T) {
	for _, c := range []struct {
		name  string
		delay time.Duration
		draws bool
	}{
		{"plain", 0, false},
		{"renewals draw tokens", 0, true},
		{"with a lock-delay", 5 * time.Second, false},
		{"renewals draw tokens, with a lock-delay", 5 * time.Second, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			options := []chapter.Option{chapter.LockDelay(c.delay)}
			if c.draws {
				options = append(options, chapter.RenewalDrawsToken())
			}
			for seed := range uint64(8) {
				clock, locks := newLocks(options...)
				randomHistory(t, rand.New(rand.NewPCG(seed, 0)), clock, locks, c.delay, c.draws)
			}
		})
	}
}

func randomHistory(t *testing.T, random *rand.Rand, clock *chapter.Clock, locks *chapter.LockService, delay time.Duration, draws bool) {
	clients := []string{"client1", "client2", "client3"}
	m := model{highest: 32}
	var known []chapter.Lease              // every lease ever granted or renewed
	believed := map[string]chapter.Lease{} // the latest of each client, until it gives it back
	pick := func() chapter.Lease {
		if len(known) == 0 {
			return chapter.Lease{}
		}
		l := known[max(0, len(known)-1-random.IntN(4))]
		switch random.IntN(8) { // now and then, a forgery
		case 0:
			l.Holder = clients[random.IntN(len(clients))]
		case 1:
			l.Token += chapter.Token(random.IntN(3)) - 1
		}
		return l
	}

	for range 150 {
		now := clock.Now()
		switch random.IntN(10) {
		case 0, 1, 2:
			holder := clients[random.IntN(len(clients))]
			lease, err := locks.Acquire(holder)
			if now.Before(m.freeAt) {
				require.ErrorIs(t, err, chapter.ErrHeld)
				break
			}
			require.NoError(t, err)
			require.Equal(t, chapter.Lease{Holder: holder, Token: m.highest + 1, Expires: now.Add(ttl)}, lease)
			m.granted(lease, delay)
			known, believed[holder] = append(known, lease), lease
		case 3, 4:
			lease := pick()
			renewed, err := locks.Renew(lease)
			if !m.holds(lease, now) {
				require.ErrorIs(t, err, chapter.ErrNotHeld)
				break
			}
			require.NoError(t, err)
			if draws {
				lease.Token = m.highest + 1
			}
			require.Equal(t, chapter.Lease{Holder: lease.Holder, Token: lease.Token, Expires: now.Add(ttl)}, renewed)
			m.granted(renewed, delay)
			known, believed[lease.Holder] = append(known, renewed), renewed
		case 5:
			lease := pick()
			err := locks.Release(lease)
			if !m.holds(lease, now) {
				require.ErrorIs(t, err, chapter.ErrNotHeld)
				break
			}
			require.NoError(t, err)
			m.grant, m.freeAt = chapter.Lease{}, now
			delete(believed, lease.Holder)
		case 6:
			if random.IntN(5) == 0 {
				locks.Restart()
				m.grant, m.freeAt = chapter.Lease{}, now.Add(ttl+delay)
			}
		default: // whole seconds, so that expiry is often met on the dot
			clock.Advance(time.Duration(random.IntN(7)) * time.Second)
		}

		now = clock.Now()
		live := 0
		for _, lease := range believed {
			if !lease.Expired(now) {
				live++
			}
		}
		require.LessOrEqual(t, live, 1, "two clients hold live leases: %v", believed)
		require.Equal(t, !now.Before(m.freeAt), locks.Free())
		asked := pick()
		require.Equal(t, m.holds(asked, now), locks.Holds(asked), "%v", asked)
	}
}
