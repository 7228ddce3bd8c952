package fencetest

import (
	"errors"
	"fmt"
	"time"

	"example.com/fencing/chapter"
)

// growthChecks ask for tokens that only grow, whatever lies between two grants.
var growthChecks = []lockerCheck{
	{
		name:    "grow",
		claim:   "tokens grow from holder to holder",
		section: sectionNeeds,
		run: func(s *lockerScene) {
			last := s.acquire("lock", "client1").granted(nobody)
			for i := 2; i <= 8; i++ {
				s.release("lock", last).ok("it is live")
				last = s.acquire("lock", fmt.Sprintf("client%d", i)).above(last, nobody)
			}
		},
	},
	{
		name:    "grow-same-holder",
		claim:   "tokens grow when the same holder comes again",
		section: sectionNeeds,
		run: func(s *lockerScene) {
			first := s.acquire("lock", "client1").granted(nobody)
			s.release("lock", first).ok("it is live")
			second := s.acquire("lock", "client1").above(first, nobody)
			s.release("lock", second).ok("it is live")
			s.acquire("lock", "client1").above(second, nobody)
		},
	},
	{
		name:    "grow-after-expiry",
		claim:   "tokens grow when a lease has run out, also if its holder comes again",
		section: sectionNeeds,
		run: func(s *lockerScene) {
			first := s.acquireBriefly("lock", "client1").granted(nobody)
			s.lapse()
			second := s.acquireFreed("lock", "client1").above(first, "the first lease is over")
			s.lapse()
			s.acquireFreed("lock", "client2").above(second, "the second lease is over")
		},
	},
	{
		name:    "grow-after-idle",
		claim:   "tokens grow though nobody has asked for the name in a long time",
		section: sectionNeeds,
		needs:   []need[*lockerScene]{needsHandClock},
		run: func(s *lockerScene) {
			const over = "the lease is long over"
			for _, idle := range []time.Duration{time.Hour, 24 * time.Hour, 365 * 24 * time.Hour} {
				s.again()
				left := s.acquireBriefly("lock", "client1").granted(nobody)
				s.pass(s.h.TTL + s.h.Lag + idle)
				released := s.acquireBriefly("lock", "client2").above(left, over, "grow-after-expiry")
				s.release("lock", released).ok("it is live")
				s.pass(idle)
				last := s.acquireBriefly("lock", "client3").above(released, nobody, "grow-after-expiry")
				s.release("lock", last).ok("it is live")
			}
		},
	},
	{
		name:    "grow-after-restart",
		claim:   "the counter survives a restart",
		section: sectionNeeds,
		needs:   []need[*lockerScene]{needsRestart},
		run: func(s *lockerScene) {
			first := s.acquireBriefly("lock", "client1").granted(nobody)
			s.release("lock", first).ok("it is live")
			second := s.acquireBriefly("lock", "client2").above(first, nobody)
			s.release("lock", second).ok("it is live")
			s.reopen()
			s.acquireRestarted("lock", "client3").above(second, "both leases are released")
		},
	},
	{
		name:    "grow-after-renewal",
		claim:   "the counter survives a restart also where a renewal has drawn from it",
		section: sectionNeeds,
		needs:   []need[*lockerScene]{needsRestart},
		run: func(s *lockerScene) {
			g := s.acquireBriefly("lock", "client1").granted(nobody)
			for range 3 {
				g = s.renew("lock", g).granted("it is live")
			}
			s.release("lock", g).ok("it is live")
			s.reopen()
			s.acquireRestarted("lock", "client2").above(g, "the lease is released", "grow-after-restart", "renew-keeps-token")
		},
	},
	{
		name:    "restart-keeps-lease",
		claim:   "a lease that is live stays so through a restart",
		section: sectionNeeds,
		needs:   []need[*lockerScene]{needsRestart},
		run: func(s *lockerScene) {
			g := s.acquire("lock", "client1").granted(nobody)
			s.reopen()
			st := s.acquire("lock", "client2")
			if st.err == nil {
				st.held(g)
			}
		},
	},
	{
		name:    "restart-keeps-renewal",
		claim:   "a lease that was renewed stays live through a restart until its new end",
		section: sectionRenewal,
		needs:   []need[*lockerScene]{needsRestart},
		run: func(s *lockerScene) {
			g := s.acquireBriefly("lock", "client1").granted(nobody)
			s.pass(s.h.TTL / 2)
			renewed := s.renew("lock", g).granted("it is live")
			s.reopen()
			s.pass(max(0, g.asked.Add(g.ttl).Sub(s.h.Now())+s.h.TTL/10))
			if s.byHand() { // and some more: there may be a lag
				s.pass(min(untilJustBefore(renewed.Lease, s.h.Now()), s.h.TTL/3))
			}
			st := s.acquireBriefly("lock", "client2")
			// By a real clock the restart may have taken too long to say.
			if st.err == nil && st.returned.Before(renewed.Expires) {
				st.held(renewed, "renew-extends", "restart-keeps-lease")
			}
		},
	},
	{
		name:    "clock-set-back",
		claim:   "tokens grow though the clock is set back",
		section: sectionNeeds,
		needs:   []need[*lockerScene]{needsHandClock},
		run: func(s *lockerScene) {
			first := s.acquire("lock", "client1").granted(nobody)
			s.release("lock", first).ok("it is live")
			s.pass(-time.Hour)
			st := s.acquire("lock", "client2")
			if errors.Is(st.err, chapter.ErrHeld) {
				// A release may have been to say that the lease ends
				// now: that is an hour away again.
				s.pass(time.Hour + time.Millisecond)
				st = s.acquire("lock", "client2")
			}
			st.above(first, nobody)
		},
	},
}
