package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"time"

	"example.com/fencing/chapter"
)

// Schema creates both tables, where they are not there already.
const Schema = `
CREATE TABLE IF NOT EXISTS lease (
	name    TEXT PRIMARY KEY,
	holder  TEXT NOT NULL,
	fence   INTEGER NOT NULL, -- the token of the latest grant
	expires INTEGER NOT NULL  -- in nanoseconds, as by time.Time.UnixNano
) STRICT;
CREATE TABLE IF NOT EXISTS document (
	name  TEXT PRIMARY KEY,
	data  BLOB,               -- NULL if there is none
	fence INTEGER NOT NULL    -- the highest token accepted
) STRICT;`

// LargestToken is the largest that an INTEGER holds. Locks grants none above it,
// and Store takes none.
const LargestToken chapter.Token = math.MaxInt64

// Locks grants leases by name, each a row of the table lease. Their time is that
// of the machine, which all who have the file open share.
type Locks struct{ db *sql.DB }

// NewLocks returns the leases in a database that has the [Schema].
func NewLocks(db *sql.DB) *Locks { return &Locks{db} }

// Acquire grants holder the lease called name for ttl, or returns a
// [*chapter.HeldError] at once. The other errors are [chapter.ErrTTL],
// [chapter.ErrNoHolder], [chapter.ErrTokensExhausted], and the database's: after
// one of those the lease may have been granted, and it is best to wait the TTL out.
func (l *Locks) Acquire(ctx context.Context, name, holder string, ttl time.Duration) (chapter.Lease, error) {
	now := time.Now() // before waiting for those who write now
	lease := chapter.Lease{Holder: holder, Expires: now.Add(ttl)}
	if err := check(lease, ttl); err != nil {
		return chapter.Lease{}, err
	}
	err := l.db.QueryRowContext(ctx, `
		INSERT INTO lease (name, holder, fence, expires) VALUES (?1, ?2, 1, ?3)
		ON CONFLICT (name) DO UPDATE
		SET holder = excluded.holder, fence = lease.fence + 1, expires = excluded.expires
		WHERE lease.expires <= ?4 AND lease.fence < ?5
		RETURNING fence`,
		name, holder, lease.Expires.UnixNano(), now.UnixNano(), int64(LargestToken)).Scan(&lease.Token)
	if errors.Is(err, sql.ErrNoRows) {
		return chapter.Lease{}, l.refusal(ctx, name, now)
	}
	if err != nil {
		return chapter.Lease{}, err
	}
	return lease, nil
}

// refusal says who has the lease that was just refused. That is a look at what
// may have changed since, and good for a message only.
func (l *Locks) refusal(ctx context.Context, name string, now time.Time) error {
	var holder string
	var fence chapter.Token
	var expires int64
	err := l.db.QueryRowContext(ctx, `SELECT holder, fence, expires FROM lease WHERE name = ?`,
		name).Scan(&holder, &fence, &expires)
	switch {
	case err != nil:
		return fmt.Errorf("%w by somebody: %v", chapter.ErrHeld, err)
	case fence == LargestToken && expires <= now.UnixNano():
		return chapter.ErrTokensExhausted
	}
	return &chapter.HeldError{Holder: holder, Until: time.Unix(0, expires)}
}

// Renew makes a live lease last for ttl from now, under the same token. For one
// that is over it returns [chapter.ErrNotHeld].
func (l *Locks) Renew(ctx context.Context, name string, lease chapter.Lease, ttl time.Duration) (chapter.Lease, error) {
	now := time.Now()
	lease.Expires = now.Add(ttl)
	if err := check(lease, ttl); err != nil {
		return chapter.Lease{}, err
	}
	if err := l.end(ctx, name, lease, now, lease.Expires.UnixNano()); err != nil {
		return chapter.Lease{}, err
	}
	return lease, nil
}

// Release gives a live lease back. For one that is over it changes nothing and
// returns [chapter.ErrNotHeld]. The row stays: it is the counter.
func (l *Locks) Release(ctx context.Context, name string, lease chapter.Lease) error {
	return l.end(ctx, name, lease, time.Now(), 0)
}

// end gives a lease that is live now another end.
func (l *Locks) end(ctx context.Context, name string, lease chapter.Lease, now time.Time, expires int64) error {
	if lease.Token > LargestToken {
		return fmt.Errorf("%w: token %d was never granted", chapter.ErrNotHeld, lease.Token)
	}
	done, err := l.db.ExecContext(ctx, `
		UPDATE lease SET expires = ? WHERE name = ? AND holder = ? AND fence = ? AND expires > ?`,
		expires, name, lease.Holder, int64(lease.Token), now.UnixNano())
	if err != nil {
		return err
	}
	switch rows, err := done.RowsAffected(); {
	case err != nil:
		return err
	case rows == 0:
		return fmt.Errorf("%w: %q is not held by %q under token %d", chapter.ErrNotHeld, name, lease.Holder, lease.Token)
	}
	return nil
}

func check(lease chapter.Lease, ttl time.Duration) error {
	switch {
	case ttl <= 0:
		return fmt.Errorf("%w, not %v", chapter.ErrTTL, ttl)
	case lease.Expires.Year() > 2261:
		return fmt.Errorf("a TTL of %v: the table has room for times before 2262", ttl)
	case lease.Holder == "":
		return chapter.ErrNoHolder
	}
	return nil
}
