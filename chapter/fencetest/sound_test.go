package fencetest

import (
	"context"
	"errors"
	"math"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/keyed"
)

func TestBucket(t *testing.T) {
	TestStore(t, func(*testing.T) StoreHarness { return wholeStore(new(keyed.Bucket)) })
}

func TestFencedETags(t *testing.T) {
	TestStore(t, func(*testing.T) StoreHarness {
		bucket := new(keyed.ETagBucket)
		open := func() (Store, error) { return keyed.NewFencedETags(bucket), nil }
		h := wholeStore(keyed.NewFencedETags(bucket))
		h.Reopen, h.Another = open, open
		return h
	})
}

// TestSharedStore runs the suite twice on one store, which remembers every mark.
func TestSharedStore(t *testing.T) {
	shared := new(keyed.Bucket)
	for range 2 {
		require.NoError(t, CheckStore(func() StoreHarness { return wholeStore(shared) }))
	}
}

func TestLockTable(t *testing.T) {
	TestLocker(t, func(*testing.T) LockerHarness {
		clock := new(chapter.Clock)
		table := keyed.NewLockTable(clock.Now)
		h := wholeLocker(clock, table)
		h.AcquireAttempt = (&attempts{Locker: table}).AcquireAttempt
		return h
	})
}

// TestLockTableByRealTime waits for leases to run out: a few, and they are short.
func TestLockTableByRealTime(t *testing.T) {
	t.Parallel()
	for _, check := range []string{"grow-after-expiry", "renew-expired"} {
		s, err := newLockerScene(LockerHarness{
			Locker: keyed.NewLockTable(time.Now), TTL: 50 * time.Millisecond, NoReopen: true,
		}, settings{})
		require.NoError(t, err)
		require.Nil(t, named(lockerChecks, check).examine(s))
	}
}

// TestLockDelay passes a service that keeps others out for a while after a lease
// has run out, and says so.
func TestLockDelay(t *testing.T) {
	const delay = 15 * time.Second
	delayed := overTable(func(t *keyed.LockTable, clock *chapter.Clock) Locker {
		return otherTTL{t, func(ttl time.Duration) time.Duration {
			if ttl <= 0 {
				return ttl
			}
			return ttl + delay
		}, func(asked time.Duration, l chapter.Lease) chapter.Lease {
			l.Expires = l.Expires.Add(-delay)
			return l
		}}
	})
	require.Error(t, CheckLocker(delayed))
	require.NoError(t, CheckLocker(func() LockerHarness {
		h := delayed()
		h.Lag = delay
		return h
	}))
}

// TestReleaseEndsNow passes a service that keeps a row for each name, and ends a
// lease by the time of day.
func TestReleaseEndsNow(t *testing.T) {
	require.NoError(t, CheckLocker(func() LockerHarness {
		clock := new(chapter.Clock)
		h := wholeLocker(clock, &rowLocks{now: clock.Now, rows: map[string]chapter.Lease{}})
		h.Clients = 1 // the row is fine, it is the clock that matters
		return h
	}))
}

// rowLocks is UPDATE locks SET expires = now() WHERE name = ? AND token = ?.
type rowLocks struct {
	now func() time.Time

	mu   sync.Mutex
	rows map[string]chapter.Lease
}

func (r *rowLocks) update(ctx context.Context, name string, may func(row chapter.Lease, live bool) error, set func(*chapter.Lease)) (chapter.Lease, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	row := r.rows[name]
	if err := errors.Join(ctx.Err(), may(row, r.now().Before(row.Expires))); err != nil {
		return chapter.Lease{}, err
	}
	set(&row)
	r.rows[name] = row
	return row, nil
}

func (r *rowLocks) Acquire(ctx context.Context, name, holder string, ttl time.Duration) (chapter.Lease, error) {
	return r.update(ctx, name, func(row chapter.Lease, live bool) error {
		switch {
		case ttl <= 0:
			return chapter.ErrTTL
		case holder == "":
			return chapter.ErrNoHolder
		case live:
			return &chapter.HeldError{Holder: row.Holder, Until: row.Expires}
		}
		return nil
	}, func(row *chapter.Lease) {
		*row = chapter.Lease{Holder: holder, Token: row.Token + 1, Expires: r.now().Add(ttl)}
	})
}

func (r *rowLocks) Renew(ctx context.Context, name string, l chapter.Lease, ttl time.Duration) (chapter.Lease, error) {
	return r.update(ctx, name, func(row chapter.Lease, live bool) error {
		if ttl <= 0 {
			return chapter.ErrTTL
		}
		return owns(row, live, l)
	}, func(row *chapter.Lease) { row.Expires = r.now().Add(ttl) })
}

func (r *rowLocks) Release(ctx context.Context, name string, l chapter.Lease) error {
	_, err := r.update(ctx, name, func(row chapter.Lease, live bool) error {
		return owns(row, live, l)
	}, func(row *chapter.Lease) { row.Expires = r.now() })
	return err
}

func owns(row chapter.Lease, live bool, l chapter.Lease) error {
	if !live || row.Token != l.Token || row.Holder != l.Holder {
		return chapter.ErrNotHeld
	}
	return nil
}

// TestLockTableInBubble goes by time.Now, with leases of a second, and takes no
// time at all.
func TestLockTableInBubble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		table := keyed.NewLockTable(time.Now)
		err := CheckLocker(func() LockerHarness { return LockerHarness{Locker: table, NoReopen: true} })
		assert.NoError(t, err)
	})
}

// TestEarlyGrantInBubble goes by time.Now as well: then nobody can ask just before
// the end of a lease, and it is the next grant that shows when it was.
func TestEarlyGrantInBubble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cut := otherTTL{
			LockTable: keyed.NewLockTable(time.Now),
			ttl:       func(ttl time.Duration) time.Duration { return ttl.Truncate(time.Second) },
			say: func(asked time.Duration, l chapter.Lease) chapter.Lease {
				l.Expires = l.Expires.Add(asked % time.Second)
				return l
			},
		}
		s, err := newLockerScene(LockerHarness{Locker: cut, NoReopen: true}, settings{})
		require.NoError(t, err)
		failure := named(lockerChecks, "ttl-kept").examine(s)
		require.NotNil(t, failure)
		assert.ErrorContains(t, failure, "no grant before the end of client1's lease")
	})
}

// TestDeclaredLimits passes stores that have limits, say so, and keep to them.
func TestDeclaredLimits(t *testing.T) {
	const largest = math.MaxInt64
	err := CheckStore(func() StoreHarness {
		h := wholeStore(limited{new(keyed.Bucket)})
		h.LargestToken, h.MaxValue, h.NoDelete = largest, 1000, true
		return h
	})
	assert.NoError(t, err)
}

var errLimit = errors.New("beyond what this store can do")

// limited compares tokens in 63 bits, holds 1000 bytes, and deletes nothing.
type limited struct{ *keyed.Bucket }

func (l limited) Claim(ctx context.Context, key string, token chapter.Token) ([]byte, error) {
	if token > math.MaxInt64 {
		return nil, errLimit
	}
	return l.Bucket.Claim(ctx, key, token)
}

func (l limited) Write(ctx context.Context, key string, data []byte, token chapter.Token) error {
	if token > math.MaxInt64 || len(data) > 1000 {
		return errLimit
	}
	return l.Bucket.Write(ctx, key, data, token)
}

func (l limited) Delete(context.Context, string, chapter.Token) error { return errLimit }

// TestKeysMayBeRefused passes a store that has its reasons to take no such key.
func TestKeysMayBeRefused(t *testing.T) {
	s, err := newStoreScene(wholeStore(choosy{new(keyed.Bucket)}), settings{})
	require.NoError(t, err)
	require.Nil(t, named(storeChecks, "odd-keys").examine(s))
}

// choosy has text for keys, of 255 bytes.
type choosy struct{ *keyed.Bucket }

func (c choosy) Write(ctx context.Context, key string, data []byte, token chapter.Token) error {
	if len(key) > 255 || strings.Contains(key, "\x00") || !utf8.ValidString(key) {
		return errLimit
	}
	return c.Bucket.Write(ctx, key, data, token)
}

// TestRenewalMayDrawToken passes a service that says so.
func TestRenewalMayDrawToken(t *testing.T) {
	err := CheckLocker(func() LockerHarness {
		h := overTable(renewalDraws)()
		h.RenewalDrawsToken = true
		return h
	})
	assert.NoError(t, err)
}

// TestLostAnswers lets every third answer get lost, of calls that were made and
// of calls that were not. Nobody can call that history out of order.
func TestLostAnswers(t *testing.T) {
	s, err := newStoreScene(wholeStore(&loses{Store: new(keyed.Bucket)}), settings{rounds: 40, enough: time.Hour})
	require.NoError(t, err)
	require.Nil(t, named(storeChecks, "atomic").examine(s))
}

type loses struct {
	Store
	calls atomic.Int64
}

func (l *loses) Write(ctx context.Context, key string, data []byte, token chapter.Token) error {
	switch l.calls.Add(1) % 6 {
	case 0:
		return errors.New("connection reset before the call")
	case 3:
		l.Store.Write(ctx, key, data, token)
		return errors.New("connection reset after the call")
	}
	return l.Store.Write(ctx, key, data, token)
}

// TestOnlyErrors is about a store that answers nothing but errors: the history
// is in order, and says nothing.
func TestOnlyErrors(t *testing.T) {
	s, err := newStoreScene(wholeStore(unreachable{}), settings{})
	require.NoError(t, err)
	v := named(storeChecks, "atomic").examine(s)
	require.NotNil(t, v)
	assert.Contains(t, v.Error(), "from errors alone nobody can tell what happened")
}

type unreachable struct{}

var errUnreachable = errors.New("connection refused")

func (unreachable) Claim(context.Context, string, chapter.Token) ([]byte, error) {
	return nil, errUnreachable
}
func (unreachable) Read(context.Context, string) ([]byte, chapter.Token, error) {
	return nil, 0, errUnreachable
}
func (unreachable) Write(context.Context, string, []byte, chapter.Token) error { return errUnreachable }
func (unreachable) Delete(context.Context, string, chapter.Token) error        { return errUnreachable }

func named[S scene](checks []check[S], name string) check[S] {
	for _, c := range checks {
		if c.name == name {
			return c
		}
	}
	panic("no check " + name)
}
