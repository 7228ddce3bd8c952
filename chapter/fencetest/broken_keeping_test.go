package fencetest

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/keyed"
)

// brokenKeeping forget what they have granted.
var brokenKeeping = []brokenThing[LockerHarness]{
	{"the token that a renewal drew is lost on restart", newRenewalNotCounted, []string{"grow-after-renewal"}},
	{"the end that a renewal set is lost on restart", newRenewalNotSaved, []string{"restart-keeps-renewal"}},
	{"a name that is idle for a minute is forgotten with its counter", overTable(idleForgotten), []string{"grow-after-idle"}},
}

// uncounted saves its counter with a grant, and not with a renewal.
type uncounted struct {
	*relabelled
	last, saved *atomic.Uint64
}

func newRenewalNotCounted() LockerHarness {
	clock := new(chapter.Clock)
	u := uncounted{last: new(atomic.Uint64), saved: new(atomic.Uint64)}
	u.relabelled = relabel(keyed.NewLockTable(clock.Now), func(string) chapter.Token {
		token := u.last.Add(1)
		u.saved.Store(token)
		return chapter.Token(token)
	})
	h := wholeLocker(clock, u)
	h.RenewalDrawsToken = true
	h.Reopen = func() (Locker, error) {
		u.last.Store(u.saved.Load())
		return u, nil
	}
	return h
}

func (u uncounted) Renew(ctx context.Context, name string, l chapter.Lease, ttl time.Duration) (chapter.Lease, error) {
	renewed, err := u.relabelled.Renew(ctx, name, l, ttl)
	if err != nil {
		return renewed, err
	}
	return u.show(name, u.real(name, renewed), chapter.Token(u.last.Add(1))), nil
}

// newRenewalNotSaved has its grants on disk, and their renewals in memory.
func newRenewalNotSaved() LockerHarness {
	clock := new(chapter.Clock)
	table := current{keyed.NewLockTable(clock.Now), new(leases)}
	h := wholeLocker(clock, table)
	h.Reopen = func() (Locker, error) {
		table.leases.m.Range(func(name, lease any) bool {
			l := lease.(chapter.Lease)
			// What is not live is refused: fine.
			if left := l.Expires.Sub(clock.Now()); left > 0 {
				table.LockTable.Renew(context.Background(), name.(string), l, left)
			} else {
				table.Release(context.Background(), name.(string), l)
			}
			return true
		})
		return table, nil
	}
	return h
}

// forgetsIdle counts for each name, and clears away what is not in use.
type forgetsIdle struct {
	*relabelled
	clock *chapter.Clock

	mu    *sync.Mutex
	names map[string]*idleName
}

type idleName struct {
	last chapter.Token
	used time.Time
}

func idleForgotten(t *keyed.LockTable, clock *chapter.Clock) Locker {
	return forgetsIdle{relabel(t, nil), clock, new(sync.Mutex), map[string]*idleName{}}
}

func (f forgetsIdle) Acquire(ctx context.Context, name, holder string, ttl time.Duration) (chapter.Lease, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	l, err := f.Locker.Acquire(ctx, name, holder, ttl)
	if err != nil {
		return chapter.Lease{}, err
	}
	known, now := f.names[name], f.clock.Now()
	if known == nil || now.Sub(known.used) > time.Minute {
		known = new(idleName)
		f.names[name] = known
	}
	known.last, known.used = known.last+1, now
	return f.show(name, l, known.last), nil
}
