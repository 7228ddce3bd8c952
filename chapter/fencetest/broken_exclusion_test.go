package fencetest

import (
	"context"
	"errors"
	"runtime"
	"time"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/keyed"
)

// brokenExclusion number their grants well, and grant too much or too little.
var brokenExclusion = []brokenThing[LockerHarness]{
	{"grants while a lease is live", overTable(neverHeld), []string{"held", "grant-order"}},
	{"grants a holder its own lease once more", overTable(reentrant), []string{"held-same-holder"}},
	{"one lease for all names", overTable(oneName), []string{"names-independent", "ttl-kept", "ttl-refused"}},
	{"waits instead of saying that it is held", overTable(waits), []string{"held"}},
	{"says that it is held by some other error", overTable(otherHeld), []string{"held"}},
	{"release does not free", overTable(deafRelease), []string{"release-frees"}},
	{"a late release frees what somebody else holds", overTable(releaseByName), []string{"release-superseded", "own-superseded"}},
	{"a late release frees what the same holder holds", overTable(releaseByHolder), []string{"own-superseded"}},
	{"leases are lost on restart", newLeasesLost, []string{"restart-keeps-lease"}},
	{"a retry after a lost reply gets a second lease", newRetryGranted, []string{"attempt-retried"}},
	{"a retry after a lost reply gets nothing", newRetryRefused, []string{"attempt-retried"}},
	{"a retry gets its old lease, whoever holds it now", newRetryReplayed, []string{"attempt-superseded"}},
	{"a retry after its lease is over gets the old token", newRetryAsBefore, []string{"attempt-over"}},
	{"a retry after its lease is over gets a lease nobody knows of", newRetryAnew, []string{"attempt-over"}},
	{"a holder without a name is granted", overTable(anonymous), []string{"holder-refused"}},
	{"a cancelled call is made all the same", overTable(deafToCancel), []string{"cancelled-context"}},
}

// current remembers the latest grant of each name, to do harm with.
type current struct {
	*keyed.LockTable
	leases *leases
}

func (c current) Acquire(ctx context.Context, name, holder string, ttl time.Duration) (chapter.Lease, error) {
	l, err := c.LockTable.Acquire(ctx, name, holder, ttl)
	if err == nil {
		c.leases.set(name, l)
	}
	return l, err
}

// grantsAnyway frees the name if that is what it takes.
type grantsAnyway struct{ current }

func neverHeld(t *keyed.LockTable, _ *chapter.Clock) Locker {
	return grantsAnyway{current{t, new(leases)}}
}

func (g grantsAnyway) Acquire(ctx context.Context, name, holder string, ttl time.Duration) (chapter.Lease, error) {
	l, err := g.current.Acquire(ctx, name, holder, ttl)
	for errors.Is(err, chapter.ErrHeld) {
		g.LockTable.Release(ctx, name, g.leases.get(name))
		l, err = g.current.Acquire(ctx, name, holder, ttl)
	}
	return l, err
}

type grantsOwn struct{ current }

func reentrant(t *keyed.LockTable, _ *chapter.Clock) Locker {
	return grantsOwn{current{t, new(leases)}}
}

func (g grantsOwn) Acquire(ctx context.Context, name, holder string, ttl time.Duration) (chapter.Lease, error) {
	var held *chapter.HeldError
	l, err := g.current.Acquire(ctx, name, holder, ttl)
	if errors.As(err, &held) && held.Holder == holder {
		return g.Renew(ctx, name, g.leases.get(name), ttl)
	}
	return l, err
}

type sharedName struct{ *keyed.LockTable }

func oneName(t *keyed.LockTable, _ *chapter.Clock) Locker { return sharedName{t} }

func (s sharedName) Acquire(ctx context.Context, _, holder string, ttl time.Duration) (chapter.Lease, error) {
	return s.LockTable.Acquire(ctx, "the name", holder, ttl)
}

func (s sharedName) Renew(ctx context.Context, _ string, l chapter.Lease, ttl time.Duration) (chapter.Lease, error) {
	return s.LockTable.Renew(ctx, "the name", l, ttl)
}

func (s sharedName) Release(ctx context.Context, _ string, l chapter.Lease) error {
	return s.LockTable.Release(ctx, "the name", l)
}

// waiting has patience, though not for ever.
type waiting struct{ *keyed.LockTable }

func waits(t *keyed.LockTable, _ *chapter.Clock) Locker { return waiting{t} }

func (w waiting) Acquire(ctx context.Context, name, holder string, ttl time.Duration) (chapter.Lease, error) {
	for giveUp := time.Now().Add(5 * time.Millisecond); ; runtime.Gosched() {
		l, err := w.LockTable.Acquire(ctx, name, holder, ttl)
		if !errors.Is(err, chapter.ErrHeld) {
			return l, err
		}
		if time.Now().After(giveUp) {
			return chapter.Lease{}, errors.New("gave up waiting")
		}
	}
}

type heldOtherwise struct{ *keyed.LockTable }

func otherHeld(t *keyed.LockTable, _ *chapter.Clock) Locker { return heldOtherwise{t} }

func (o heldOtherwise) Acquire(ctx context.Context, name, holder string, ttl time.Duration) (chapter.Lease, error) {
	l, err := o.LockTable.Acquire(ctx, name, holder, ttl)
	if errors.Is(err, chapter.ErrHeld) {
		err = errors.New("conflict")
	}
	return l, err
}

type noRelease struct{ *keyed.LockTable }

func deafRelease(t *keyed.LockTable, _ *chapter.Clock) Locker { return noRelease{t} }

func (noRelease) Release(ctx context.Context, _ string, _ chapter.Lease) error { return ctx.Err() }

// anyRelease is DEL of the lock's key: it doesn't look whose it is.
type anyRelease struct{ current }

func releaseByName(t *keyed.LockTable, _ *chapter.Clock) Locker {
	return anyRelease{current{t, new(leases)}}
}

func (a anyRelease) Release(ctx context.Context, name string, l chapter.Lease) error {
	return a.LockTable.Release(ctx, name, a.leases.get(name))
}

// holderRelease looks who it is, and not which grant.
type holderRelease struct{ current }

func releaseByHolder(t *keyed.LockTable, _ *chapter.Clock) Locker {
	return holderRelease{current{t, new(leases)}}
}

func (r holderRelease) Release(ctx context.Context, name string, l chapter.Lease) error {
	latest := r.leases.get(name)
	if latest.Holder != l.Holder {
		return chapter.ErrNotHeld
	}
	return r.LockTable.Release(ctx, name, latest)
}

// newLeasesLost has its counter on disk and its leases in memory, and grants as
// soon as it is up.
func newLeasesLost() LockerHarness {
	clock := new(chapter.Clock)
	count := counter(1)
	h := wholeLocker(clock, relabel(keyed.NewLockTable(clock.Now), count))
	h.Reopen = func() (Locker, error) { return relabel(keyed.NewLockTable(clock.Now), count), nil }
	return h
}

type nameless struct{ *keyed.LockTable }

func anonymous(t *keyed.LockTable, _ *chapter.Clock) Locker { return nameless{t} }

func (n nameless) Acquire(ctx context.Context, name, holder string, ttl time.Duration) (chapter.Lease, error) {
	if holder == "" {
		holder = "localhost"
	}
	return n.LockTable.Acquire(ctx, name, holder, ttl)
}

type uncancelled struct{ *keyed.LockTable }

func deafToCancel(t *keyed.LockTable, _ *chapter.Clock) Locker { return uncancelled{t} }

func (u uncancelled) Acquire(ctx context.Context, name, holder string, ttl time.Duration) (chapter.Lease, error) {
	l, err := u.LockTable.Acquire(context.WithoutCancel(ctx), name, holder, ttl)
	return l, errors.Join(err, ctx.Err())
}
