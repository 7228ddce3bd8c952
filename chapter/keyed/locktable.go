package keyed

import (
	"context"
	"fmt"
	"math"
	"sync"
	"time"

	"example.com/fencing/chapter"
)

// A LockTable grants leases by name. All names share one counter, so tokens
// grow across the whole table: a name that was released can be forgotten, and
// when somebody asks for it again the token is higher all the same. ZooKeeper's
// transaction ids and etcd's revisions work like this. A name whose lease was
// left to expire stays in memory.
type LockTable struct {
	now func() time.Time

	mu     sync.Mutex
	last   chapter.Token
	leases map[string]chapter.Lease // the latest grant of each name, live or not
}

// NewLockTable returns an empty table that reads the time from now. It panics
// if now is nil.
func NewLockTable(now func() time.Time) *LockTable {
	if now == nil {
		panic("keyed: NewLockTable needs a clock, for example time.Now")
	}
	return &LockTable{now: now, leases: make(map[string]chapter.Lease)}
}

// Acquire grants holder the lease called name for ttl, with a new token, or
// returns a [*chapter.HeldError] at once if it is held; it does not wait. The
// other errors are [chapter.ErrTTL], [chapter.ErrNoHolder] and
// [chapter.ErrTokensExhausted].
func (t *LockTable) Acquire(ctx context.Context, name, holder string, ttl time.Duration) (chapter.Lease, error) {
	if err := ctx.Err(); err != nil {
		return chapter.Lease{}, err
	}
	if err := checkTTL(ttl); err != nil {
		return chapter.Lease{}, err
	}
	if holder == "" {
		return chapter.Lease{}, chapter.ErrNoHolder
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.now()
	if held, ok := t.leases[name]; ok && !held.Expired(now) {
		return chapter.Lease{}, &chapter.HeldError{Holder: held.Holder, Until: held.Expires}
	}
	if t.last == math.MaxUint64 {
		return chapter.Lease{}, chapter.ErrTokensExhausted
	}
	t.last++
	lease := chapter.Lease{Holder: holder, Token: t.last, Expires: now.Add(ttl)}
	t.leases[name] = lease
	return lease, nil
}

// Renew makes the lease last for ttl from now, under the same token. A lease
// that is over stays over: Renew returns [chapter.ErrNotHeld].
func (t *LockTable) Renew(ctx context.Context, name string, l chapter.Lease, ttl time.Duration) (chapter.Lease, error) {
	if err := ctx.Err(); err != nil {
		return chapter.Lease{}, err
	}
	if err := checkTTL(ttl); err != nil {
		return chapter.Lease{}, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.now()
	if err := t.check(name, l, now); err != nil {
		return chapter.Lease{}, err
	}
	l.Expires = now.Add(ttl)
	t.leases[name] = l
	return l, nil
}

// Release gives the lease back before it expires. A lease that is over is
// refused with [chapter.ErrNotHeld], and nothing changes.
func (t *LockTable) Release(ctx context.Context, name string, l chapter.Lease) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.check(name, l, t.now()); err != nil {
		return err
	}
	delete(t.leases, name)
	return nil
}

// check returns nil if l is the latest grant of name and still live.
func (t *LockTable) check(name string, l chapter.Lease, now time.Time) error {
	held, ok := t.leases[name]
	switch {
	case !ok || held.Token != l.Token || held.Holder != l.Holder:
		return fmt.Errorf("%w: %q is not held by %q under token %d", chapter.ErrNotHeld, name, l.Holder, l.Token)
	case held.Expired(now):
		return fmt.Errorf("%w: token %d of %q expired at %s", chapter.ErrNotHeld, l.Token, name, held.Expires.Format("15:04:05.999999999"))
	}
	return nil
}

func checkTTL(ttl time.Duration) error {
	if ttl <= 0 {
		return fmt.Errorf("%w, not %v", chapter.ErrTTL, ttl)
	}
	return nil
}
