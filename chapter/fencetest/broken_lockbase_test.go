package fencetest

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/keyed"
)

// brokenLockers is what the suite is proved on.
var brokenLockers = slices.Concat(brokenTokens, brokenExclusion, brokenRenewal, brokenTime, brokenKeeping)

// overTable is a harness for a lock table with something on top.
func overTable(wrap func(*keyed.LockTable, *chapter.Clock) Locker) func() LockerHarness {
	return func() LockerHarness {
		clock := new(chapter.Clock)
		return wholeLocker(clock, wrap(keyed.NewLockTable(clock.Now), clock))
	}
}

// A relabelled table has everything right but the numbers that it puts on its
// grants.
type relabelled struct {
	Locker
	label func(holder string) chapter.Token // called for each grant

	mu    sync.Mutex
	truly map[string]chapter.Lease // by name and the token shown
}

func relabel(l Locker, label func(holder string) chapter.Token) *relabelled {
	return &relabelled{Locker: l, label: label, truly: map[string]chapter.Lease{}}
}

func shown(name string, l chapter.Lease) string {
	return fmt.Sprintf("%s %s %d", name, l.Holder, l.Token)
}

// show is the lease as the client gets to see it.
func (r *relabelled) show(name string, real chapter.Lease, token chapter.Token) chapter.Lease {
	r.mu.Lock()
	defer r.mu.Unlock()
	l := real
	l.Token = token
	r.truly[shown(name, l)] = real
	return l
}

// real is the lease behind the one shown.
func (r *relabelled) real(name string, l chapter.Lease) chapter.Lease {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.truly[shown(name, l)]
}

func (r *relabelled) Acquire(ctx context.Context, name, holder string, ttl time.Duration) (chapter.Lease, error) {
	l, err := r.Locker.Acquire(ctx, name, holder, ttl)
	if err != nil {
		return chapter.Lease{}, err
	}
	return r.show(name, l, r.label(holder)), nil
}

func (r *relabelled) Renew(ctx context.Context, name string, l chapter.Lease, ttl time.Duration) (chapter.Lease, error) {
	renewed, err := r.Locker.Renew(ctx, name, r.real(name, l), ttl)
	if err != nil {
		return chapter.Lease{}, err
	}
	return r.show(name, renewed, l.Token), nil
}

func (r *relabelled) Release(ctx context.Context, name string, l chapter.Lease) error {
	return r.Locker.Release(ctx, name, r.real(name, l))
}

// attempts gives a lock service attempt ids, and does it right.
type attempts struct {
	Locker

	mu      sync.Mutex
	granted map[string]chapter.Lease // by name, holder and attempt
}

func (a *attempts) AcquireAttempt(ctx context.Context, name, holder, attempt string, ttl time.Duration) (chapter.Lease, error) {
	id := fmt.Sprintf("%q %q %q", name, holder, attempt)
	a.mu.Lock()
	defer a.mu.Unlock()
	if l, ok := a.granted[id]; ok {
		return a.Renew(ctx, name, l, ttl) // to hear whether it is live
	}
	l, err := a.Acquire(ctx, name, holder, ttl)
	if err == nil {
		if a.granted == nil {
			a.granted = map[string]chapter.Lease{}
		}
		a.granted[id] = l
	}
	return l, err
}

// leases are the latest grants by name.
type leases struct{ m sync.Map }

func (l *leases) set(name string, lease chapter.Lease) { l.m.Store(name, lease) }

func (l *leases) get(name string) chapter.Lease {
	lease, _ := l.m.Load(name)
	known, _ := lease.(chapter.Lease)
	return known
}
