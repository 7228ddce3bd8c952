package fencetest

import (
	"context"
	"time"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/keyed"
)

// brokenTime take the TTL for something else than it is.
var brokenTime = []brokenThing[LockerHarness]{
	{"the TTL is cut to seconds, and 0 is no time", overTable(cutToNothing), []string{"ttl-kept"}},
	{"the TTL is cut to seconds, and 0 is for ever", overTable(cutToForEver), []string{"ttl-kept"}},
	{"the TTL is rounded up to seconds", overTable(roundedUp), []string{"ttl-kept"}},
	{"leases never expire", overTable(neverExpire), []string{
		"grow-after-expiry", "ttl-kept", "renew-extends", "renew-expired", "renew-superseded", "release-superseded",
	}},
	{"leases are dead on arrival", overTable(deadOnArrival), []string{"grant", "ttl-kept", "renew-extends"}},
	{"the client trusts its lease a second longer", overTable(trustsLonger), []string{"grant", "ttl-kept", "renew-extends"}},
	{"a TTL of zero is for ever", overTable(zeroIsForEver), []string{"ttl-refused"}},
}

const forEver = 100 * 365 * 24 * time.Hour

// otherTTL asks the table for another TTL than it was asked for, and may say
// something else to the client.
type otherTTL struct {
	*keyed.LockTable
	ttl func(time.Duration) time.Duration
	say func(asked time.Duration, l chapter.Lease) chapter.Lease
}

func (o otherTTL) answer(asked time.Duration, l chapter.Lease, err error) (chapter.Lease, error) {
	if err == nil && o.say != nil {
		l = o.say(asked, l)
	}
	return l, err
}

func (o otherTTL) Acquire(ctx context.Context, name, holder string, ttl time.Duration) (chapter.Lease, error) {
	l, err := o.LockTable.Acquire(ctx, name, holder, o.ttl(ttl))
	return o.answer(ttl, l, err)
}

func (o otherTTL) Renew(ctx context.Context, name string, l chapter.Lease, ttl time.Duration) (chapter.Lease, error) {
	l, err := o.LockTable.Renew(ctx, name, l, o.ttl(ttl))
	return o.answer(ttl, l, err)
}

// PX where EX was meant, in reverse: int(ttl.Seconds()).
func cutToNothing(t *keyed.LockTable, clock *chapter.Clock) Locker {
	return otherTTL{t, func(ttl time.Duration) time.Duration {
		if ttl > 0 && ttl < time.Second {
			return 1 // over before anybody looks
		}
		return ttl.Truncate(time.Second)
	}, func(asked time.Duration, l chapter.Lease) chapter.Lease {
		if asked < time.Second {
			l.Expires = clock.Now()
		}
		return l
	}}
}

func cutToForEver(t *keyed.LockTable, clock *chapter.Clock) Locker {
	return otherTTL{t, func(ttl time.Duration) time.Duration {
		if ttl > 0 && ttl < time.Second {
			return forEver
		}
		return ttl
	}, func(asked time.Duration, l chapter.Lease) chapter.Lease {
		l.Expires = clock.Now().Add(asked)
		return l
	}}
}

func roundedUp(t *keyed.LockTable, _ *chapter.Clock) Locker {
	return otherTTL{t, func(ttl time.Duration) time.Duration {
		if ttl <= 0 {
			return ttl
		}
		return (ttl + time.Second - 1).Truncate(time.Second)
	}, nil}
}

// neverExpire is a lock, and no lease.
func neverExpire(t *keyed.LockTable, clock *chapter.Clock) Locker {
	return otherTTL{t, func(ttl time.Duration) time.Duration {
		if ttl <= 0 {
			return ttl
		}
		return forEver
	}, func(asked time.Duration, l chapter.Lease) chapter.Lease {
		l.Expires = clock.Now().Add(asked)
		return l
	}}
}

// deadOnArrival counts from some time before the request.
func deadOnArrival(t *keyed.LockTable, clock *chapter.Clock) Locker {
	return otherTTL{t, same, func(asked time.Duration, l chapter.Lease) chapter.Lease {
		l.Expires = clock.Now()
		return l
	}}
}

// trustsLonger allows for a reply that was a second under way: the wrong way
// round.
func trustsLonger(t *keyed.LockTable, _ *chapter.Clock) Locker {
	return otherTTL{t, same, func(asked time.Duration, l chapter.Lease) chapter.Lease {
		l.Expires = l.Expires.Add(time.Second)
		return l
	}}
}

func zeroIsForEver(t *keyed.LockTable, _ *chapter.Clock) Locker {
	return otherTTL{t, func(ttl time.Duration) time.Duration {
		if ttl <= 0 {
			return forEver
		}
		return ttl
	}, nil}
}

func same(ttl time.Duration) time.Duration { return ttl }
