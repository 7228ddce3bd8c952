package fencetest

import (
	"errors"
	"time"

	"example.com/fencing/chapter"
)

// grantChecks ask for one grant at a time, as it was asked for.
var grantChecks = []lockerCheck{
	{
		name:    "grant",
		claim:   "a grant names its holder, has a token and is live when it arrives",
		section: sectionLease,
		run: func(s *lockerScene) {
			st := s.acquire("lock", "client1")
			g := st.granted(nobody)
			if g.Holder != "client1" {
				s.fail("a lease of client1: that is who asked")
			}
			if g.Token == 0 {
				s.fail("a token above zero: 0 is no token")
			}
			st.inTime()
		},
	},
	{
		name:    "held",
		claim:   "while a lease is live nobody else is granted one, and asking does not wait",
		section: sectionLease,
		run: func(s *lockerScene) {
			g := s.acquire("lock", "client1").granted(nobody)
			s.acquire("lock", "client2").held(g)
			s.acquire("lock", "client2").held(g)
		},
	},
	{
		name:    "held-same-holder",
		claim:   "the same holder asking again is one more client: it gets no second lease",
		section: sectionLease,
		run: func(s *lockerScene) {
			g := s.acquire("lock", "client1").granted(nobody)
			s.acquire("lock", "client1").held(g)
		},
	},
	{
		name:    "names-independent",
		claim:   "leases on different names have nothing to do with each other",
		section: sectionLease,
		run: func(s *lockerScene) {
			orders := s.acquire("orders", "client1").granted(nobody)
			users := s.acquire("users", "client2").granted(nobody)
			s.release("orders", orders).ok("it is live")
			s.acquire("users", "client3").held(users)
			s.acquire("orders", "client3").granted(nobody)
			s.renew("users", users).ok("it is live")
		},
	},
	{
		name:    "release-frees",
		claim:   "a released lease is free at once, and over for its former holder",
		section: sectionLease,
		run: func(s *lockerScene) {
			g := s.acquire("lock", "client1").granted(nobody)
			s.release("lock", g).ok("it is live")
			s.renew("lock", g).notHeld("client1 has released it")
			s.acquire("lock", "client2").granted("client1 has released it")
		},
	},
	{
		name:    "ttl-kept",
		claim:   "a lease lasts until it says, and no longer than was asked for",
		section: sectionLease,
		run:     ttlKept,
	},
	{
		name:    "ttl-refused",
		claim:   "a TTL of zero or below is refused: it is neither for ever nor no time",
		section: interfaceItself,
		run: func(s *lockerScene) {
			const why = "a lease needs a TTL above zero"
			for _, ttl := range []time.Duration{0, -1, -time.Hour} {
				s.again()
				s.acquireFor("lock", "client1", ttl).refused(why)
				g := s.acquire("lock", "client2").granted("a refused call leaves no lease")
				s.step(lockOp{kind: opRenew, name: "lock", lease: g.Lease, ttl: ttl}).refused(why)
				s.acquire("lock", "client3").held(g)
			}
		},
	},
	{
		name:    "holder-refused",
		claim:   "a lease needs a holder",
		section: interfaceItself,
		run: func(s *lockerScene) {
			s.acquire("lock", "").refused("a lease needs the name of its holder")
			s.acquire("lock", "client1").granted("a refused call leaves no lease")
		},
	},
	{
		name:    "cancelled-context",
		claim:   "a call whose context is over before it begins changes nothing, and says so",
		section: interfaceItself,
		run: func(s *lockerScene) {
			const why = "it had no time to do anything"
			s.cancelled().acquire("lock", "client1").refused(why)
			g := s.acquire("lock", "client2").granted("a call that failed before it began leaves no lease")
			s.cancelled().renew("lock", g).refused(why)
			s.cancelled().release("lock", g).refused(why)
			s.acquire("lock", "client3").held(g)
		},
	},
}

// ttlKept tries TTLs that somebody may want to round. To refuse one is fine, to
// grant something else is not.
func ttlKept(s *lockerScene) {
	ttls := []time.Duration{300 * time.Millisecond, 1500 * time.Millisecond, 10100 * time.Millisecond}
	if !s.byHand() {
		ttls = []time.Duration{s.h.TTL * 3 / 2}
	}
	for _, ttl := range ttls {
		s.again()
		st := s.acquireFor("lock", "client1", ttl)
		if st.err != nil && !errors.Is(st.err, chapter.ErrHeld) {
			continue
		}
		g := st.granted(nobody)
		st.inTime()
		if !s.byHand() {
			s.acquire("lock", "client2").held(g)
			next := s.acquireFreed("lock", "client2")
			next.granted("client1's lease is over")
			if next.returned.Before(g.Expires) {
				s.fail("no grant before the end of client1's lease: client1 trusts it for %v more", g.Expires.Sub(next.returned))
			}
			continue
		}
		s.pass(untilJustBefore(g.Lease, s.h.Now()))
		s.acquire("lock", "client2").held(g)
		s.pass(g.asked.Add(ttl + s.h.Lag).Sub(s.h.Now()))
		s.acquire("lock", "client2").granted("client1's lease is over")
	}
}

// untilJustBefore leaves a millisecond: services count in those.
func untilJustBefore(l chapter.Lease, now time.Time) time.Duration {
	return max(0, l.Expires.Sub(now)-time.Millisecond)
}
