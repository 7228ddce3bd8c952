package fencetest

import (
	"fmt"
	"time"
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
		name:    "clock-set-back",
		claim:   "tokens grow though the clock is set back",
		section: sectionNeeds,
		needs:   []need[*lockerScene]{needsHandClock},
		run: func(s *lockerScene) {
			first := s.acquire("lock", "client1").granted(nobody)
			s.release("lock", first).ok("it is live")
			s.pass(-time.Hour)
			s.acquire("lock", "client2").above(first, nobody)
		},
	},
}
