package fencetest

import (
	"context"
	"errors"
	"time"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/keyed"
)

// brokenRenewal extend what they should not, or not what they should.
var brokenRenewal = []brokenThing[LockerHarness]{
	{"renewal revives an expired lease", overTable(revives), []string{"renew-expired", "release-frees"}},
	{"renewal takes the lease back from its successor", overTable(takesBack), []string{"renew-superseded", "own-superseded"}},
	{"renewal asks for the holder, not for the grant", overTable(renewsByHolder), []string{"own-superseded"}},
	{"renewal does not extend", overTable(renewsNothing), []string{"renew-extends"}},
	{"renewal makes the lease immortal", overTable(immortal), []string{"renew-extends"}},
	{"renewal lowers the token", overTable(lowersToken), []string{"renew-keeps-token"}},
	{"renewal draws a new token, undeclared", overTable(renewalDraws), []string{"renew-keeps-token"}},
	{"renewal of a released lease works", overTable(renewsReleased), []string{"release-frees"}},
}

// reviving grants the same lease anew when it finds it gone: SET with the old
// value.
type reviving struct{ *relabelled }

func revives(t *keyed.LockTable, _ *chapter.Clock) Locker {
	return reviving{relabel(t, counter(1))}
}

func (r reviving) Renew(ctx context.Context, name string, l chapter.Lease, ttl time.Duration) (chapter.Lease, error) {
	renewed, err := r.relabelled.Renew(ctx, name, l, ttl)
	if errors.Is(err, chapter.ErrNotHeld) {
		again, err := r.Locker.Acquire(ctx, name, l.Holder, ttl)
		if err != nil {
			return chapter.Lease{}, chapter.ErrNotHeld
		}
		return r.show(name, again, l.Token), nil
	}
	return renewed, err
}

// takingBack does so whoever holds it by now.
type takingBack struct{ current }

func takesBack(t *keyed.LockTable, _ *chapter.Clock) Locker {
	return takingBack{current{t, new(leases)}}
}

func (r takingBack) Renew(ctx context.Context, name string, l chapter.Lease, ttl time.Duration) (chapter.Lease, error) {
	latest := r.leases.get(name)
	if l.Token < latest.Token {
		if _, err := r.LockTable.Renew(ctx, name, latest, ttl); err == nil {
			l.Expires = latest.Expires
			return l, nil
		}
	}
	return r.LockTable.Renew(ctx, name, l, ttl)
}

type byHolder struct{ current }

func renewsByHolder(t *keyed.LockTable, _ *chapter.Clock) Locker {
	return byHolder{current{t, new(leases)}}
}

func (r byHolder) Renew(ctx context.Context, name string, l chapter.Lease, ttl time.Duration) (chapter.Lease, error) {
	if latest := r.leases.get(name); latest.Holder == l.Holder {
		l = latest
	}
	return r.LockTable.Renew(ctx, name, l, ttl)
}

type idleRenewal struct{ *keyed.LockTable }

func renewsNothing(t *keyed.LockTable, clock *chapter.Clock) Locker { return idleRenewal{t} }

func (r idleRenewal) Renew(ctx context.Context, name string, l chapter.Lease, ttl time.Duration) (chapter.Lease, error) {
	renewed, err := r.LockTable.Renew(ctx, name, l, ttl)
	if err != nil {
		return renewed, err
	}
	// The table has extended the lease; put back what it was.
	over := l.Expires.Sub(renewed.Expires) + ttl
	if _, err := r.LockTable.Renew(ctx, name, l, over); err != nil {
		return chapter.Lease{}, err
	}
	return renewed, nil // and says that it is extended
}

type immortality struct{ *keyed.LockTable }

func immortal(t *keyed.LockTable, _ *chapter.Clock) Locker { return immortality{t} }

func (r immortality) Renew(ctx context.Context, name string, l chapter.Lease, ttl time.Duration) (chapter.Lease, error) {
	const forEver = 100 * 365 * 24 * time.Hour
	if ttl <= 0 {
		return chapter.Lease{}, chapter.ErrTTL
	}
	renewed, err := r.LockTable.Renew(ctx, name, l, forEver)
	renewed.Expires = renewed.Expires.Add(ttl - forEver)
	return renewed, err
}

// lowering draws the renewal's token from a counter of its own.
type lowering struct{ *relabelled }

func lowersToken(t *keyed.LockTable, _ *chapter.Clock) Locker {
	return lowering{relabel(t, counter(33))}
}

func (r lowering) Renew(ctx context.Context, name string, l chapter.Lease, ttl time.Duration) (chapter.Lease, error) {
	renewed, err := r.relabelled.Renew(ctx, name, l, ttl)
	if err != nil {
		return renewed, err
	}
	return r.show(name, r.real(name, renewed), l.Token-1), nil
}

type drawing struct{ *relabelled }

func renewalDraws(t *keyed.LockTable, _ *chapter.Clock) Locker {
	return drawing{relabel(t, counter(1))}
}

func (r drawing) Renew(ctx context.Context, name string, l chapter.Lease, ttl time.Duration) (chapter.Lease, error) {
	renewed, err := r.relabelled.Renew(ctx, name, l, ttl)
	if err != nil {
		return renewed, err
	}
	return r.show(name, r.real(name, renewed), r.label(l.Holder)), nil
}

// lateRenewal honours a lease until it runs out, released or not.
type lateRenewal struct {
	*relabelled
	released *leases
	clock    *chapter.Clock
}

func renewsReleased(t *keyed.LockTable, clock *chapter.Clock) Locker {
	return lateRenewal{relabel(t, counter(1)), new(leases), clock}
}

func (r lateRenewal) Release(ctx context.Context, name string, l chapter.Lease) error {
	err := r.relabelled.Release(ctx, name, l)
	if err == nil {
		r.released.set(name, l)
	}
	return err
}

func (r lateRenewal) Renew(ctx context.Context, name string, l chapter.Lease, ttl time.Duration) (chapter.Lease, error) {
	released := r.released.get(name)
	if released.Token == l.Token && !l.Expired(r.clock.Now()) {
		again, err := r.Locker.Acquire(ctx, name, l.Holder, ttl)
		if err != nil {
			return chapter.Lease{}, chapter.ErrNotHeld
		}
		return r.show(name, again, l.Token), nil
	}
	return r.relabelled.Renew(ctx, name, l, ttl)
}
