package fencetest

import (
	"context"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/keyed"
)

// brokenTokens grant one lease at a time, and number the grants badly.
var brokenTokens = []brokenThing[LockerHarness]{
	{"the first token is zero", overTable(fromZero), []string{"grant", "grant-order"}},
	{"every grant has the same token", overTable(alwaysOne), []string{"grow", "own-superseded", "grant-order"}},
	{"tokens fall", overTable(falling), []string{"grow", "grant-order"}},
	{"tokens are random", overTable(random), []string{"grow", "grant-order"}},
	{"the token is the holder's", overTable(perHolder), []string{"grow-same-holder", "grow-after-expiry", "own-superseded", "second-handle", "grant-order"}},
	{"the token is the time of day", overTable(wallClock), []string{"clock-set-back"}},
	{"the counter starts over on restart", newCounterReset, []string{"grow-after-restart"}},
	{"release deletes the counter", overTable(releaseForgets), []string{"grow", "own-superseded", "grant-order"}},
	{"every client counts for itself", newCountsForItself, []string{"second-handle", "grant-order"}},
	{"two concurrent holders share a token", overTable(doubled), []string{"grant-order"}},
	{"the token is drawn before the grant", overTable(drawnEarly), []string{"grant-order"}},
}

func counter(next chapter.Token) func(string) chapter.Token {
	var last atomic.Uint64
	last.Store(uint64(next) - 1)
	return func(string) chapter.Token { return chapter.Token(last.Add(1)) }
}

func fromZero(t *keyed.LockTable, _ *chapter.Clock) Locker { return relabel(t, counter(0)) }

func alwaysOne(t *keyed.LockTable, _ *chapter.Clock) Locker {
	return relabel(t, func(string) chapter.Token { return 1 })
}

func falling(t *keyed.LockTable, _ *chapter.Clock) Locker {
	count := counter(1)
	return relabel(t, func(holder string) chapter.Token { return 1_000_000 - count(holder) })
}

// random is what SET NX with a random value has for a token. The seed is fixed,
// since now and then random numbers happen to rise.
func random(t *keyed.LockTable, _ *chapter.Clock) Locker {
	var mu sync.Mutex
	source := rand.New(rand.NewPCG(9, 9))
	return relabel(t, func(string) chapter.Token {
		mu.Lock()
		defer mu.Unlock()
		return chapter.Token(source.Uint64())
	})
}

// perHolder numbers holders and not grants: a session used again.
func perHolder(t *keyed.LockTable, _ *chapter.Clock) Locker {
	var known sync.Map
	count := counter(1)
	return relabel(t, func(holder string) chapter.Token {
		token, ok := known.Load(holder)
		if !ok {
			token, _ = known.LoadOrStore(holder, count(holder))
		}
		return token.(chapter.Token)
	})
}

// wallClock never counts below the time of day, nor stands still.
func wallClock(t *keyed.LockTable, clock *chapter.Clock) Locker {
	count := counter(1)
	return relabel(t, func(holder string) chapter.Token {
		return chapter.Token(clock.Now().UnixNano()) + count(holder)
	})
}

// newCounterReset keeps its leases through a restart, and not its counter.
func newCounterReset() LockerHarness {
	clock := new(chapter.Clock)
	table := relabel(keyed.NewLockTable(clock.Now), counter(1))
	h := wholeLocker(clock, table)
	h.Reopen = func() (Locker, error) {
		table.label = counter(1)
		return table, nil
	}
	return h
}

// forgetful keeps the counter with the lock, and deletes both.
type forgetful struct{ *relabelled }

func releaseForgets(t *keyed.LockTable, _ *chapter.Clock) Locker {
	return forgetful{relabel(t, counter(1))}
}

func (f forgetful) Release(ctx context.Context, name string, l chapter.Lease) error {
	f.label = counter(1)
	return f.relabelled.Release(ctx, name, l)
}

// newCountsForItself computes the token in the client: the last one I know of,
// plus one.
func newCountsForItself() LockerHarness {
	clock := new(chapter.Clock)
	table := keyed.NewLockTable(clock.Now)
	h := wholeLocker(clock, relabel(table, counter(1)))
	h.Another = func() (Locker, error) { return relabel(table, counter(1)), nil }
	return h
}

// doubledTokens reads the counter, then grants, then writes the counter back.
type doubledTokens struct {
	*relabelled
	gap
	last atomic.Uint64
}

func doubled(t *keyed.LockTable, _ *chapter.Clock) Locker {
	return &doubledTokens{relabelled: relabel(t, nil)}
}

func (d *doubledTokens) Acquire(ctx context.Context, name, holder string, ttl time.Duration) (chapter.Lease, error) {
	next := d.last.Load() + 1
	d.wait(0)
	l, err := d.Locker.Acquire(ctx, name, holder, ttl)
	if err != nil {
		return chapter.Lease{}, err
	}
	d.last.Store(next)
	return d.show(name, l, chapter.Token(next)), nil
}

func (d *doubledTokens) Release(ctx context.Context, name string, l chapter.Lease) error {
	defer d.pass(1)
	return d.relabelled.Release(ctx, name, l)
}

// earlyTokens draws its token, is held up, and gets the lease after somebody who
// has drawn a later one.
type earlyTokens struct {
	*relabelled
	gap
	count func(string) chapter.Token
}

func drawnEarly(t *keyed.LockTable, _ *chapter.Clock) Locker {
	return &earlyTokens{relabelled: relabel(t, nil), count: counter(1)}
}

func (e *earlyTokens) Acquire(ctx context.Context, name, holder string, ttl time.Duration) (chapter.Lease, error) {
	token := e.count(holder)
	e.wait(0)
	l, err := e.Locker.Acquire(ctx, name, holder, ttl)
	if err != nil {
		return chapter.Lease{}, err
	}
	return e.show(name, l, token), nil
}

func (e *earlyTokens) Release(ctx context.Context, name string, l chapter.Lease) error {
	defer e.pass(1)
	return e.relabelled.Release(ctx, name, l)
}
