package keyed_test

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/keyed"
)

const ttl = 10 * time.Second

var noon = new(chapter.Clock).Now()

func newTable() (*chapter.Clock, *keyed.LockTable) {
	clock := new(chapter.Clock)
	return clock, keyed.NewLockTable(clock.Now)
}

func acquire(t *testing.T, table *keyed.LockTable, name, holder string) chapter.Lease {
	t.Helper()
	lease, err := table.Acquire(t.Context(), name, holder, ttl)
	require.NoError(t, err)
	return lease
}

func assertLease(t *testing.T, want, got chapter.Lease) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("not the lease that was expected (-want +got):\n%s", diff)
	}
}

// assertHeld checks that a newcomer is told by whom and until when.
func assertHeld(t *testing.T, table *keyed.LockTable, name string, live chapter.Lease) {
	t.Helper()
	lease, err := table.Acquire(t.Context(), name, "newcomer", ttl)
	assertLease(t, chapter.Lease{}, lease)
	assert.ErrorIs(t, err, chapter.ErrHeld)
	var held *chapter.HeldError
	require.ErrorAs(t, err, &held)
	assert.Equal(t, chapter.HeldError{Holder: live.Holder, Until: live.Expires}, *held)
}

func TestNewLockTableNeedsAClock(t *testing.T) {
	assert.PanicsWithValue(t, "keyed: NewLockTable needs a clock, for example time.Now", func() { keyed.NewLockTable(nil) })
}

func TestLockTableRefusesNonsenseAtOnce(t *testing.T) {
	_, table := newTable()
	over, cancel := context.WithCancel(t.Context())
	cancel()
	live := acquire(t, table, "orders", "client1")
	for _, c := range []struct {
		name    string
		ctx     context.Context
		holder  string
		ttl     time.Duration
		reason  error
		message string
	}{
		{"a TTL of zero", t.Context(), "client1", 0, chapter.ErrTTL, "a lease needs a TTL above zero, not 0s"},
		{"a negative TTL", t.Context(), "client1", -time.Second, chapter.ErrTTL, "a lease needs a TTL above zero, not -1s"},
		{"no holder", t.Context(), "", ttl, chapter.ErrNoHolder, chapter.ErrNoHolder.Error()},
		{"a context that is over", over, "client1", ttl, context.Canceled, "context canceled"},
	} {
		t.Run(c.name, func(t *testing.T) {
			lease, err := table.Acquire(c.ctx, "users", c.holder, c.ttl)
			require.ErrorIs(t, err, c.reason)
			require.EqualError(t, err, c.message)
			assertLease(t, chapter.Lease{}, lease)
			if c.holder == "" {
				return
			}
			lease, err = table.Renew(c.ctx, "orders", live, c.ttl)
			require.EqualError(t, err, c.message)
			assertLease(t, chapter.Lease{}, lease)
			assertHeld(t, table, "orders", live)
		})
	}
	assert.ErrorIs(t, table.Release(over, "orders", live), context.Canceled)
	assertHeld(t, table, "orders", live)
	assert.Equal(t, live.Token+1, acquire(t, table, "users", "client1").Token, "no refusal drew a token")
}

func TestNamesAreHeldApartAndShareOneCounter(t *testing.T) {
	clock, table := newTable()
	names := []string{"orders", "users", "", " ", "Orders", "a\x00b", "\xff"}
	last := chapter.Token(0)
	for range 3 {
		for i, name := range names {
			lease, err := table.Acquire(t.Context(), name, "client1", ttl+time.Duration(i))
			require.NoError(t, err)
			assertLease(t, chapter.Lease{Holder: "client1", Token: last + 1, Expires: clock.Now().Add(ttl + time.Duration(i))}, lease)
			assertHeld(t, table, name, lease)
			last = lease.Token
			if i%2 == 0 {
				require.NoError(t, table.Release(t.Context(), name, lease))
				assert.ErrorIs(t, table.Release(t.Context(), name, lease), chapter.ErrNotHeld, "released twice")
			}
		}
		clock.Advance(2 * ttl)
	}
}

func TestALeaseInTheTableEndsAtTheInstantOfExpiry(t *testing.T) {
	clock, table := newTable()
	lease := acquire(t, table, "orders", "client1")
	clock.Advance(ttl - 1)
	assertHeld(t, table, "orders", lease)
	_, err := table.Acquire(t.Context(), "orders", "client1", ttl)
	require.EqualError(t, err, "lease held by client1 until 12:00:10", "not twice, not even to its holder")

	renewed, err := table.Renew(t.Context(), "orders", lease, time.Minute)
	require.NoError(t, err)
	assertLease(t, chapter.Lease{Holder: "client1", Token: lease.Token, Expires: clock.Now().Add(time.Minute)}, renewed)
	clock.Advance(time.Minute - 1)
	assertHeld(t, table, "orders", renewed)
	clock.Advance(1)
	assert.Equal(t, lease.Token+1, acquire(t, table, "orders", "client2").Token)
}

func TestOfManyClientsExactlyOneIsGrantedEachName(t *testing.T) {
	const clients, rounds = 8, 100
	ctx := context.Background()
	clock, table := newTable()
	names := []string{"orders", "users"}
	var last chapter.Token
	for range rounds {
		var leases [clients][2]chapter.Lease
		inParallel(clients, func(i int) {
			for j, name := range names {
				lease, err := table.Acquire(ctx, name, "client"+strconv.Itoa(i), ttl)
				if err != nil && !errors.Is(err, chapter.ErrHeld) {
					t.Error(err)
				}
				leases[i][j] = lease
			}
			_, _ = table.Renew(ctx, "orders", leases[i][0], ttl)
			_ = table.Release(ctx, "users", leases[i][1]) // perhaps to the next
		})
		orders := 0
		var tokens []chapter.Token
		for _, l := range leases {
			if l[0] != (chapter.Lease{}) {
				orders++
				tokens = append(tokens, l[0].Token)
			}
			if l[1] != (chapter.Lease{}) {
				tokens = append(tokens, l[1].Token)
			}
		}
		require.Equal(t, 1, orders, "holders of a lease that nobody released")
		slices.Sort(tokens)
		for _, token := range tokens {
			last++
			require.Equal(t, last, token, "tokens without repeats or gaps: %v", tokens)
		}
		clock.Advance(ttl)
	}
}
