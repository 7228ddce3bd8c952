package sqlite_test

import (
	"context"
	"database/sql"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter"
	"example.com/fencing/examples/real/sqlite"
)

func testTables(t *testing.T) *sql.DB { return newFile(t).open() }

func TestTheLargestTokenIsTheLast(t *testing.T) {
	ctx := context.Background()
	db := testTables(t)
	locks := sqlite.NewLocks(db)
	_, err := db.Exec(`INSERT INTO lease VALUES ('lock', 'client0', ?, 0)`, math.MaxInt64-1)
	require.NoError(t, err)

	last, err := locks.Acquire(ctx, "lock", "client1", time.Minute)
	require.NoError(t, err)
	assert.Equal(t, sqlite.LargestToken, last.Token)
	_, err = locks.Acquire(ctx, "lock", "client2", time.Minute)
	require.ErrorIs(t, err, chapter.ErrHeld)
	require.NoError(t, locks.Release(ctx, "lock", last))

	_, err = locks.Acquire(ctx, "lock", "client2", time.Minute)
	assert.ErrorIs(t, err, chapter.ErrTokensExhausted)
	assert.ErrorIs(t, locks.Release(ctx, "lock", chapter.Lease{Holder: "client1", Token: sqlite.LargestToken + 1}), chapter.ErrNotHeld)
}

// Without the limit in Acquire's WHERE the table itself would refuse.
func TestASumBeyondAnIntegerIsNotKept(t *testing.T) {
	db := testTables(t)
	_, err := db.Exec(`INSERT INTO lease VALUES ('lock', 'client0', ?, 0)`, math.MaxInt64)
	require.NoError(t, err)
	_, err = db.Exec(`UPDATE lease SET fence = fence + 1`)
	assert.ErrorContains(t, err, "cannot store REAL value in INTEGER column")
}

// Who has it, and until when?
func TestAHeldLeaseNamesItsHolder(t *testing.T) {
	ctx := context.Background()
	locks := sqlite.NewLocks(testTables(t))
	lease, err := locks.Acquire(ctx, "lock", "client1", time.Minute)
	require.NoError(t, err)

	_, err = locks.Acquire(ctx, "lock", "client2", time.Minute)
	var held *chapter.HeldError
	require.ErrorAs(t, err, &held)
	assert.Equal(t, "client1", held.Holder)
	assert.Equal(t, lease.Expires.UnixNano(), held.Until.UnixNano())
}

// A time that does not fit into the column would be one long past.
func TestATTLThatDoesNotFitIsRefused(t *testing.T) {
	ctx := context.Background()
	locks := sqlite.NewLocks(testTables(t))
	_, err := locks.Acquire(ctx, "lock", "client1", math.MaxInt64)
	assert.ErrorContains(t, err, "before 2262")
	lease, err := locks.Acquire(ctx, "lock", "client1", time.Minute)
	require.NoError(t, err)
	_, err = locks.Renew(ctx, "lock", lease, math.MaxInt64)
	assert.ErrorContains(t, err, "before 2262")
}
