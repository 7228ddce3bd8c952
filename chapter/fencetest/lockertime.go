package fencetest

import (
	"errors"
	"time"

	"example.com/fencing/chapter"
)

// byHand reports whether the service's clock is turned by the suite.
func (s *lockerScene) byHand() bool { return s.h.Advance != nil }

// lasting is a TTL that does not run out while a check is at work.
func (s *lockerScene) lasting() time.Duration {
	if s.byHand() {
		return s.h.TTL
	}
	return max(s.h.TTL, time.Minute)
}

// pass lets time go by: at a turn of the hand, or by waiting.
func (s *lockerScene) pass(d time.Duration) {
	if s.byHand() {
		s.h.Advance(d)
		s.note("the clock is turned by %v", d)
		return
	}
	time.Sleep(d)
	s.note("%v pass", d.Round(time.Millisecond))
}

// lapse lets every lease run out that has been granted so far. To find out, by a
// real clock, it can't ask for those leases: a renewal would extend one, and an
// acquisition would follow it. It watches a lease of its own, granted later and
// for as long.
func (s *lockerScene) lapse() {
	if s.byHand() {
		s.pass(s.h.TTL + s.h.Lag)
		return
	}
	apart := s.as("to see the time pass")
	apart.freshNames = newNames()
	apart.acquireBriefly("other", "client8").granted("nobody holds it")
	apart.acquireFreed("other", "client9").granted("its TTL is over, and the lag that the harness allows")
}

// acquireFreed acquires a name whose lease has just run out. By a real clock
// that may take a while to show, and is asked again until then.
func (s *lockerScene) acquireFreed(name, holder string) *lockStep {
	op := lockOp{kind: opAcquire, name: name, holder: holder, ttl: s.h.TTL}
	if s.byHand() {
		return s.step(op)
	}
	pause := min(max(s.h.TTL/100, time.Millisecond), 50*time.Millisecond)
	deadline := time.Now().Add(2*s.h.TTL + s.h.Lag)
	for {
		st, mishap := s.try(op)
		if mishap != nil || !errors.Is(st.err, chapter.ErrHeld) || time.Now().After(deadline) {
			s.told(st)
			if mishap != nil {
				s.failWith(mishap)
			}
			return st
		}
		time.Sleep(pause)
	}
}

// acquireRestarted acquires a name after a restart. A service that has forgotten
// its leases may wait until the last of them must be over.
func (s *lockerScene) acquireRestarted(name, holder string) *lockStep {
	if !s.byHand() {
		return s.acquireFreed(name, holder)
	}
	st := s.acquireBriefly(name, holder)
	if errors.Is(st.err, chapter.ErrHeld) {
		s.lapse()
		st = s.acquireBriefly(name, holder)
	}
	return st
}
