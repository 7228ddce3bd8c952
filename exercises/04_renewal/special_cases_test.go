package renewal_test

import (
	"errors"
	"testing"

	"example.com/fencing/chapter"
	renewal "example.com/fencing/exercises/04_renewal"
	"example.com/fencing/exercises/internal/grade"
)

func renewedForLong(t *testing.T) {
	var clock chapter.Clock
	locks := renewal.New(clock.Now, ttl, 32)
	granted, _ := locks.Acquire("client1")
	latest := granted
	for i := range 100 {
		clock.Advance(ttl / 3)
		now, lease := clockTime(clock.Now()), latest
		if i%2 == 1 {
			lease = granted // an old copy is the same grant
		}
		renewed, err := locks.Renew(lease)
		if err != nil {
			grade.Fail(t, "client1 renews every third of the TTL. At %v it comes with %q, an older copy of its live lease, and is refused: %v.\nIt is the same grant: the token says so.", now, lease, err)
		}
		if end := clock.Now().Add(ttl); renewed.Token != granted.Token || !renewed.Expires.Equal(end) {
			grade.Fail(t, "client1 renews every third of the TTL. At %v it gets %q, but a full TTL from now ends at %v.", now, renewed, clockTime(end))
		}
		if _, err := locks.Acquire("client2"); err == nil {
			grade.Fail(t, "At %v client1 has renewed its lease until %v, and yet client2 gets it as well.", now, clockTime(renewed.Expires))
		}
		latest = renewed
	}
	if err := locks.Release(granted); err != nil {
		grade.Fail(t, "After many renewals client1 releases the lease as it was granted. It is the same grant, and live, but Release returns: %v.", err)
	}
	if lease, err := locks.Acquire("client2"); err != nil {
		grade.Fail(t, "client1 has released its lease, but client2 does not get it: %v, %v.", lease, err)
	}
}

func neverGranted(t *testing.T) {
	for _, held := range []bool{false, true} {
		var clock chapter.Clock
		locks := renewal.New(clock.Now, ttl, 32)
		if held {
			locks.Acquire("client1")
		}
		for _, l := range []chapter.Lease{
			{},
			{Holder: "client1"},
			{Holder: "client1", Token: 35, Expires: clock.Now().Add(ttl)},
			{Holder: "client2", Token: 32, Expires: clock.Now().Add(ttl)},
		} {
			if _, err := locks.Renew(l); !errors.Is(err, chapter.ErrNotHeld) {
				grade.Fail(t, "Token %d was never granted to %q, but Renew returns %v, not chapter.ErrNotHeld.", l.Token, l.Holder, err)
			}
			if err := locks.Release(l); !errors.Is(err, chapter.ErrNotHeld) {
				grade.Fail(t, "Token %d was never granted to %q, but Release returns %v, not chapter.ErrNotHeld.", l.Token, l.Holder, err)
			}
		}
	}
}

func copySaysOtherwise(t *testing.T) {
	var clock chapter.Clock
	locks := renewal.New(clock.Now, ttl, 32)
	lease, _ := locks.Acquire("client1")
	end := clockTime(lease.Expires)
	clock.Advance(ttl)
	lease.Expires = clock.Now().Add(ttl)
	if _, err := locks.Renew(lease); !errors.Is(err, chapter.ErrNotHeld) {
		grade.Fail(t, "The lease expired at %v. client1 comes with a copy that says %v, which is the client's word and not the service's, and Renew returns %v, not chapter.ErrNotHeld.", end, clockTime(lease.Expires), err)
	}
	if err := locks.Release(lease); !errors.Is(err, chapter.ErrNotHeld) {
		grade.Fail(t, "The lease expired at %v. client1 comes with a copy that says %v, which is the client's word and not the service's, and Release returns %v, not chapter.ErrNotHeld.", end, clockTime(lease.Expires), err)
	}
}

func releasedOnce(t *testing.T) {
	var clock chapter.Clock
	locks := renewal.New(clock.Now, ttl, 32)
	lease, _ := locks.Acquire("client1")
	if err := locks.Release(lease); err != nil {
		grade.Fail(t, "client1 releases its live lease, but Release returns: %v.", err)
	}
	if err := locks.Release(lease); !errors.Is(err, chapter.ErrNotHeld) {
		grade.Fail(t, "client1 has released its lease, and releases it again: Release returns %v, not chapter.ErrNotHeld.", err)
	}
	if _, err := locks.Renew(lease); !errors.Is(err, chapter.ErrNotHeld) {
		grade.Fail(t, "client1 has released its lease, and renews it: Renew returns %v, not chapter.ErrNotHeld.", err)
	}
}
