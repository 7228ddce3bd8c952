package postgres

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"example.com/fencing/chapter"
)

// Schema creates both tables, where they are not there already.
const Schema = `
CREATE TABLE IF NOT EXISTS lease (
	name    text PRIMARY KEY,
	holder  text NOT NULL,
	fence   bigint NOT NULL,     -- the token of the latest grant
	expires timestamptz NOT NULL -- by the server's clock
);
CREATE TABLE IF NOT EXISTS document (
	name  text PRIMARY KEY,
	data  bytea,                 -- NULL if there is none
	fence bigint NOT NULL        -- the highest token accepted
)`

// LargestToken is the largest that a bigint holds. Locks grants none above it,
// and Store takes none.
const LargestToken chapter.Token = math.MaxInt64

// Locks grants leases by name, each a row of the table lease.
type Locks struct{ db *pgxpool.Pool }

// NewLocks returns the leases in a database that has the [Schema].
func NewLocks(db *pgxpool.Pool) *Locks { return &Locks{db} }

// Acquire grants holder the lease called name for ttl, or returns a
// [*chapter.HeldError] at once. The other errors are [chapter.ErrTTL],
// [chapter.ErrNoHolder], [chapter.ErrTokensExhausted], and the database's: after
// one of those the lease may have been granted, and it is best to wait the TTL out.
func (l *Locks) Acquire(ctx context.Context, name, holder string, ttl time.Duration) (chapter.Lease, error) {
	if ttl <= 0 {
		return chapter.Lease{}, fmt.Errorf("%w, not %v", chapter.ErrTTL, ttl)
	}
	if holder == "" {
		return chapter.Lease{}, chapter.ErrNoHolder
	}
	lease := chapter.Lease{Holder: holder, Expires: time.Now().Add(ttl)} // before it is sent
	err := l.db.QueryRow(ctx, `
		INSERT INTO lease (name, holder, fence, expires)
		VALUES ($1, $2, 1, clock_timestamp() + $3::bigint * interval '1 microsecond')
		ON CONFLICT (name) DO UPDATE
		SET holder = excluded.holder, fence = lease.fence + 1,
			expires = clock_timestamp() + $3::bigint * interval '1 microsecond'
		WHERE lease.expires <= clock_timestamp() AND lease.fence < $4
		RETURNING fence`,
		name, holder, microseconds(ttl), int64(LargestToken)).Scan(&lease.Token)
	if errors.Is(err, pgx.ErrNoRows) {
		return chapter.Lease{}, l.refusal(ctx, name)
	}
	if err != nil {
		return chapter.Lease{}, err
	}
	return lease, nil
}

// refusal says who has the lease that was just refused. That is a look at what
// may have changed since, and good for a message only.
func (l *Locks) refusal(ctx context.Context, name string) error {
	var holder string
	var fence chapter.Token
	var left time.Duration
	err := l.db.QueryRow(ctx, `SELECT holder, fence, expires - clock_timestamp() FROM lease WHERE name = $1`,
		name).Scan(&holder, &fence, &left)
	switch {
	case err != nil:
		return fmt.Errorf("%w by somebody: %v", chapter.ErrHeld, err)
	case fence == LargestToken && left <= 0:
		return chapter.ErrTokensExhausted
	}
	return &chapter.HeldError{Holder: holder, Until: time.Now().Add(left)}
}

// Renew makes a live lease last for ttl from now, under the same token. For one
// that is over it returns [chapter.ErrNotHeld].
func (l *Locks) Renew(ctx context.Context, name string, lease chapter.Lease, ttl time.Duration) (chapter.Lease, error) {
	if ttl <= 0 {
		return chapter.Lease{}, fmt.Errorf("%w, not %v", chapter.ErrTTL, ttl)
	}
	lease.Expires = time.Now().Add(ttl)
	err := l.change(ctx, `
		UPDATE lease SET expires = clock_timestamp() + $4::bigint * interval '1 microsecond'
		WHERE name = $1 AND holder = $2 AND fence = $3 AND expires > clock_timestamp()`,
		name, lease, microseconds(ttl))
	if err != nil {
		return chapter.Lease{}, err
	}
	return lease, nil
}

// Release gives a live lease back. For one that is over it changes nothing and
// returns [chapter.ErrNotHeld]. The row stays: it is the counter.
func (l *Locks) Release(ctx context.Context, name string, lease chapter.Lease) error {
	return l.change(ctx, `
		UPDATE lease SET expires = 'epoch'
		WHERE name = $1 AND holder = $2 AND fence = $3 AND expires > clock_timestamp()`,
		name, lease)
}

func (l *Locks) change(ctx context.Context, update, name string, lease chapter.Lease, more ...any) error {
	if lease.Token > LargestToken {
		return fmt.Errorf("%w: token %d was never granted", chapter.ErrNotHeld, lease.Token)
	}
	done, err := l.db.Exec(ctx, update, append([]any{name, lease.Holder, int64(lease.Token)}, more...)...)
	if err == nil && done.RowsAffected() == 0 {
		err = fmt.Errorf("%w: %q is not held by %q under token %d", chapter.ErrNotHeld, name, lease.Holder, lease.Token)
	}
	return err
}

// microseconds rounds up: the server counts in those, and a lease of none would be
// over before it began.
func microseconds(ttl time.Duration) int64 {
	us := ttl.Microseconds()
	if ttl%time.Microsecond > 0 {
		us++
	}
	return us
}
