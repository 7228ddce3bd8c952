package keyed_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/keyed"
)

func TestALeaseThatIsOver(t *testing.T) {
	type story func(t *testing.T, clock *chapter.Clock, table *keyed.LockTable) (over, live chapter.Lease)
	for _, c := range []struct {
		name    string
		story   story // ends with a lease on "orders" that does not count, and the one that does
		message string
	}{
		{"it has just expired", func(t *testing.T, clock *chapter.Clock, table *keyed.LockTable) (over, live chapter.Lease) {
			over = acquire(t, table, "orders", "client1")
			clock.Advance(ttl)
			over.Expires = noon.Add(time.Hour) // whatever its holder writes on it
			return over, live
		}, `lease not held: token 1 of "orders" expired at 12:00:10`},
		{"it has been released", func(t *testing.T, _ *chapter.Clock, table *keyed.LockTable) (over, live chapter.Lease) {
			over = acquire(t, table, "orders", "client1")
			require.NoError(t, table.Release(t.Context(), "orders", over))
			return over, live
		}, `lease not held: "orders" is not held by "client1" under token 1`},
		{"somebody else has it now", func(t *testing.T, clock *chapter.Clock, table *keyed.LockTable) (over, live chapter.Lease) {
			over = acquire(t, table, "orders", "client1")
			clock.Advance(ttl)
			return over, acquire(t, table, "orders", "client2")
		}, `lease not held: "orders" is not held by "client1" under token 1`},
		{"the same holder has it anew", func(t *testing.T, clock *chapter.Clock, table *keyed.LockTable) (over, live chapter.Lease) {
			over = acquire(t, table, "orders", "client1")
			clock.Advance(ttl)
			return over, acquire(t, table, "orders", "client1")
		}, `lease not held: "orders" is not held by "client1" under token 1`},
		{"it is the lease on another name", func(t *testing.T, _ *chapter.Clock, table *keyed.LockTable) (over, live chapter.Lease) {
			over = acquire(t, table, "users", "client1")
			return over, acquire(t, table, "orders", "client1")
		}, `lease not held: "orders" is not held by "client1" under token 1`},
		{"forged: somebody else's token", func(t *testing.T, _ *chapter.Clock, table *keyed.LockTable) (over, live chapter.Lease) {
			live = acquire(t, table, "orders", "client1")
			return chapter.Lease{Holder: "client2", Token: 1, Expires: live.Expires}, live
		}, `lease not held: "orders" is not held by "client2" under token 1`},
		{"forged: a token of the future", func(t *testing.T, _ *chapter.Clock, table *keyed.LockTable) (over, live chapter.Lease) {
			live = acquire(t, table, "orders", "client1")
			return chapter.Lease{Holder: "client1", Token: 2, Expires: live.Expires}, live
		}, `lease not held: "orders" is not held by "client1" under token 2`},
		{"no lease at all", func(*testing.T, *chapter.Clock, *keyed.LockTable) (over, live chapter.Lease) {
			return over, live
		}, `lease not held: "orders" is not held by "" under token 0`},
	} {
		t.Run(c.name, func(t *testing.T) {
			clock, table := newTable()
			over, live := c.story(t, clock, table)
			renewed, err := table.Renew(t.Context(), "orders", over, ttl)
			assert.ErrorIs(t, err, chapter.ErrNotHeld)
			assert.EqualError(t, err, c.message)
			assertLease(t, chapter.Lease{}, renewed)
			err = table.Release(t.Context(), "orders", over)
			assert.ErrorIs(t, err, chapter.ErrNotHeld)
			assert.EqualError(t, err, c.message)
			if live != (chapter.Lease{}) {
				assertHeld(t, table, "orders", live)
				require.NoError(t, table.Release(t.Context(), "orders", live))
			}
			acquire(t, table, "orders", "client3")
		})
	}
}
