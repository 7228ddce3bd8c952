package redis

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"example.com/fencing/chapter"
)

// RandomLocks is the lock of Redis's own manual: a key with a random value. The
// value tells grants apart, so that nobody releases another's lease. It does not
// order them, and so its leases have token 0: there is nothing to fence with.
// Redlock takes the same lock on most of several servers, and has no more.
type RandomLocks struct {
	client goredis.UniversalClient
	prefix string
}

// NewRandomLocks returns the leases whose keys begin with prefix.
func NewRandomLocks(client goredis.UniversalClient, prefix string) *RandomLocks {
	return &RandomLocks{client, prefix}
}

// Acquire grants a lease like [Locks.Acquire], but under no token. Its Holder is
// holder with the random value behind it.
func (l *RandomLocks) Acquire(ctx context.Context, name, holder string, ttl time.Duration) (chapter.Lease, error) {
	if err := check(holder, ttl); err != nil {
		return chapter.Lease{}, err
	}
	lease := chapter.Lease{Holder: holder + " " + rand.Text(), Expires: time.Now().Add(ttl)}
	err := send(ctx, l.client, []any{"set", l.prefix + name, lease.Holder, "nx", "px", milliseconds(ttl)}).Err()
	if errors.Is(err, goredis.Nil) { // it is not set: somebody has it
		return chapter.Lease{}, l.refusal(ctx, name)
	}
	if err != nil {
		return chapter.Lease{}, err
	}
	return lease, nil
}

// refusal says who has the lease that was just refused. That is a look at what
// may have changed since, and good for a message only.
func (l *RandomLocks) refusal(ctx context.Context, name string) error {
	value, err := l.client.Get(ctx, l.prefix+name).Result()
	if err != nil {
		return fmt.Errorf("%w by somebody: %v", chapter.ErrHeld, err)
	}
	left, err := l.client.PTTL(ctx, l.prefix+name).Result()
	if err != nil {
		return fmt.Errorf("%w by %s: %v", chapter.ErrHeld, value, err)
	}
	holder, _, _ := strings.Cut(value, " ")
	return &chapter.HeldError{Holder: holder, Until: time.Now().Add(left)}
}

// Renew makes a live lease last for ttl from now. For one that is over it returns
// [chapter.ErrNotHeld].
func (l *RandomLocks) Renew(ctx context.Context, name string, lease chapter.Lease, ttl time.Duration) (chapter.Lease, error) {
	if err := check(lease.Holder, ttl); err != nil {
		return chapter.Lease{}, err
	}
	lease.Expires = time.Now().Add(ttl)
	if err := change(ctx, l.client, renew, l.prefix+name, lease.Holder, milliseconds(ttl)); err != nil {
		return chapter.Lease{}, err
	}
	return lease, nil
}

// Release gives a live lease back. For one that is over it changes nothing and
// returns [chapter.ErrNotHeld].
func (l *RandomLocks) Release(ctx context.Context, name string, lease chapter.Lease) error {
	return change(ctx, l.client, release, l.prefix+name, lease.Holder)
}
