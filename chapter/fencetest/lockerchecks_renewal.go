package fencetest

// renewalChecks ask that a renewal extends what is live, and nothing else.
var renewalChecks = []lockerCheck{
	{
		name:    "renew-extends",
		claim:   "a renewal extends a live lease, once",
		section: sectionRenewal,
		run: func(s *lockerScene) {
			g := s.acquireBriefly("lock", "client1").granted(nobody)
			s.acquire("lock", "client2").held(g) // who goes by what it has watched, watches
			s.pass(s.h.TTL / 2)
			st := s.renew("lock", g)
			renewed := st.granted("it is live")
			st.inTime()
			if !renewed.Expires.After(g.Expires) {
				s.fail("a later end than that of the lease renewed")
			}
			s.pass(g.Expires.Sub(s.h.Now()) + s.h.TTL/10)
			s.acquire("lock", "client2").held(renewed)
			s.lapse()
			s.acquireFreed("lock", "client2").granted("the renewed lease is over as well")
		},
	},
	{
		name:    "renew-keeps-token",
		claim:   "a renewal never lowers the token",
		section: sectionRenewal,
		run: func(s *lockerScene) {
			g := s.acquire("lock", "client1").granted(nobody)
			for range 3 {
				renewed := s.renew("lock", g).granted("it is live")
				switch {
				case renewed.Token < g.Token:
					s.fail("token %d or a higher one: the store may have seen %d already", g.Token, g.Token)
				case renewed.Token > g.Token && !s.h.RenewalDrawsToken:
					s.fail("token %d: or the harness declares RenewalDrawsToken", g.Token)
				}
				g = renewed
			}
			s.release("lock", g).ok("it is live")
			s.acquire("lock", "client2").above(g, nobody)
		},
	},
	{
		name:    "renew-expired",
		claim:   "a renewal never revives a lease that has run out",
		section: sectionRenewal,
		run: func(s *lockerScene) {
			g := s.acquireBriefly("lock", "client1").granted(nobody)
			s.lapse()
			s.renew("lock", g).notHeld("the lease is over")
			s.acquireFreed("lock", "client2").granted("the lease is over")
		},
	},
}

// supersededChecks ask that whoever comes late, with a lease that somebody else
// has followed, gets nothing and harms nobody.
var supersededChecks = []lockerCheck{
	{
		name:    "renew-superseded",
		claim:   "a lease that has been followed can't be renewed",
		section: sectionRenewal,
		run: func(s *lockerScene) {
			old, current := s.superseded()
			s.renew("lock", old).notHeld("client2 has followed client1")
			s.acquire("lock", "client3").held(current)
			s.renew("lock", current).ok("it is live")
		},
	},
	{
		name:    "release-superseded",
		claim:   "a late release does not free what somebody else holds by now",
		section: sectionRenewal,
		run: func(s *lockerScene) {
			old, current := s.superseded()
			s.release("lock", old) // with an error or without
			s.acquire("lock", "client3").held(current)
			s.renew("lock", current).ok("it is live")
		},
	},
	{
		name:    "own-superseded",
		claim:   "a holder's earlier lease is over, though the holder has a new one",
		section: sectionRenewal,
		run: func(s *lockerScene) {
			old := s.acquire("lock", "client1").granted(nobody)
			s.release("lock", old).ok("it is live")
			current := s.acquire("lock", "client1").granted(nobody)
			s.renew("lock", old).notHeld("it has been released and followed")
			s.release("lock", old) // with an error or without
			s.acquire("lock", "client2").held(current)
			s.renew("lock", current).ok("it is live")
		},
	},
	{
		name:    "attempt-retried",
		claim:   "the same attempt again gets the same grant, never a second one",
		section: sectionRenewal,
		needs:   []need[*lockerScene]{needsAttempts},
		run: func(s *lockerScene) {
			g := s.attempt("lock", "client1", "attempt1").granted(nobody)
			again := s.attempt("lock", "client1", "attempt1")
			same := again.granted("it is the same request, sent once more because the reply was lost")
			if same.Token != g.Token {
				s.fail("token %d: it is the same request, sent once more because the reply was lost", g.Token)
			}
			again.inTime()
			s.attempt("lock", "client1", "attempt2").held(g)
			s.acquire("lock", "client2").held(g)
			s.release("lock", same).ok("it is live")
			s.acquire("lock", "client2").above(g, nobody)
		},
	},
	{
		name:    "attempt-superseded",
		claim:   "an attempt that has been followed gets nothing when it is sent once more",
		section: sectionRenewal,
		needs:   []need[*lockerScene]{needsAttempts},
		run: func(s *lockerScene) {
			g := s.attempt("lock", "client1", "attempt1").granted(nobody)
			s.release("lock", g).ok("it is live")
			current := s.acquire("lock", "client2").granted(nobody)
			s.attempt("lock", "client1", "attempt1").refused("client2 holds the lease")
			s.acquire("lock", "client3").held(current)
		},
	},
	{
		name:    "attempt-over",
		claim:   "an attempt whose lease is over gets nothing when it is sent once more, though nobody holds the lease",
		section: sectionRenewal,
		needs:   []need[*lockerScene]{needsAttempts},
		run:     attemptOver,
	},
}

// attemptOver sends an attempt once more after each of the ways in which its
// lease can end. Its client knows that the lease is over, and does not wait for
// the answer: what it would be granted now, nobody would know of.
func attemptOver(s *lockerScene) {
	rests := []string{"attempt-retried", "attempt-superseded"}
	send := func() *lockStep { return s.attempt("lock", "client1", "attempt1") }
	g := send().granted(nobody)
	s.release("lock", g).ok("it is live")
	send().refused("client1 has released its lease, and does not wait for another", rests...)
	current := s.acquire("lock", "client2").above(g, nobody)
	s.release("lock", current).ok("it is live")
	send().refused("client2 has followed client1", rests...)
	s.acquire("lock", "client3").above(current, nobody)

	s.again()
	send = func() *lockStep { return s.attemptBriefly("lock", "client1", "attempt1") }
	g = send().granted(nobody)
	s.lapse()
	send().refused("client1's lease is over", rests...)
	current = s.acquireFreed("lock", "client2").above(g, "client1's lease is over", "grow-after-expiry")
	send().refused("client2 has followed client1", rests...)
	s.lapse()
	send().refused("client2 has followed client1", rests...)
	s.acquireFreed("lock", "client3").above(current, "client2's lease is over", "grow-after-expiry")
}

// superseded lets client1's lease run out and client2 follow.
func (s *lockerScene) superseded() (old, current grant) {
	old = s.acquireBriefly("lock", "client1").granted(nobody)
	s.lapse()
	return old, s.acquireFreed("lock", "client2").granted("client1's lease is over")
}
