package chapter_test

import (
	"errors"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter"
)

func TestOfManyClientsExactlyOneIsGranted(t *testing.T) {
	const clients, rounds = 8, 100
	clock, locks := newLocks()
	for round := range rounds {
		var leases [clients]chapter.Lease
		inParallel(clients, func(i int) {
			lease, err := locks.Acquire("client" + strconv.Itoa(i))
			if err != nil && !errors.Is(err, chapter.ErrHeld) {
				t.Error(err)
			}
			leases[i] = lease
		})
		var granted []chapter.Token
		for _, lease := range leases {
			if lease != (chapter.Lease{}) {
				granted = append(granted, lease.Token)
			}
		}
		require.Equal(t, []chapter.Token{chapter.Token(33 + round)}, granted)
		clock.Advance(ttl)
	}
}

// Everybody asks everything at once, at one instant: no token is ever drawn
// twice. Each goroutine keeps its tokens to itself, so that nothing but the
// service keeps them apart.
func TestNoTokenIsDrawnTwice(t *testing.T) {
	const clients, rounds = 4, 400
	locks := chapter.NewLockService(noonAlways, ttl, chapter.RenewalDrawsToken())
	var drawn [clients][]chapter.Token
	inParallel(clients, func(i int) {
		name := "client" + strconv.Itoa(i)
		var lease chapter.Lease
		for range rounds {
			if locks.Holds(lease) {
				t.Errorf("%v, after its release", lease)
			}
			_ = locks.Free()
			if acquired, err := locks.Acquire(name); err == nil {
				lease, drawn[i] = acquired, append(drawn[i], acquired.Token)
			}
			if renewed, err := locks.Renew(lease); err == nil {
				lease, drawn[i] = renewed, append(drawn[i], renewed.Token)
			}
			_ = locks.Release(lease)
		}
	})
	by := map[chapter.Token]int{}
	for i, tokens := range drawn {
		last := chapter.Token(0)
		for _, token := range tokens {
			require.Greater(t, token, last, "client%d drew a token that is not higher than its last", i)
			if other, twice := by[token]; twice {
				t.Errorf("clients %d and %d both drew token %d", other, i, token)
			}
			by[token], last = i, token
		}
	}
}
