package fencetest

import (
	"context"
	"errors"
	"time"

	"example.com/fencing/chapter"
)

// A lockStep is a call that was made, and is told in the story.
type lockStep struct {
	s *lockerScene
	lockAnswer
	op   lockOp
	line line
}

// step makes a call. One that never returns, or panics, ends the check.
func (s *lockerScene) step(op lockOp) *lockStep {
	st, mishap := s.try(op)
	s.told(st)
	if mishap != nil {
		s.failWith(mishap)
	}
	return st
}

// try makes a call without telling it. Goroutines, which can't end the check,
// and polls, which would fill the story, use it.
func (s *lockerScene) try(op lockOp) (*lockStep, *mishap) {
	locker, from := s.locker, s.tick()
	answer, mishap := guard(s.ctx, s.h.Timeout, func(ctx context.Context) lockAnswer {
		return op.call(ctx, s, locker, s.h.Now)
	})
	st := &lockStep{s: s, lockAnswer: answer, op: op}
	st.line.from, st.line.till = from, s.tick()
	if mishap != nil {
		st.line.text = s.who + op.String() + " → " + mishap.what
	} else {
		st.line.text = s.who + op.String() + " → " + answer.to(op)
	}
	return st, mishap
}

// told puts a call into the story.
func (s *lockerScene) told(st *lockStep) { s.add(st.line) }

// A grant is a lease, and how long it was asked for, and when.
type grant struct {
	chapter.Lease
	asked time.Time
	ttl   time.Duration
}

// granted expects a lease. If it fails, so may one of the checks to see, and
// that one has the story.
func (st *lockStep) granted(why string, see ...string) grant {
	if st.err != nil {
		if why == nobody && errors.Is(st.err, chapter.ErrHeld) {
			see = append(see, "release-frees")
		}
		st.s.failAs(see, "a grant: %s", why)
	}
	return grant{Lease: st.lease, asked: st.called, ttl: st.op.ttl}
}

// above expects a lease whose token is higher than that of an earlier grant.
func (st *lockStep) above(earlier grant, why string, see ...string) grant {
	g := st.granted(why, see...)
	if g.Token <= earlier.Token {
		st.s.failAs(append(see, "grow"), "a token above %d: a later grant has a higher one", earlier.Token)
	}
	return g
}

// held expects to be refused because g is live.
func (st *lockStep) held(g grant, see ...string) {
	if errors.Is(st.err, chapter.ErrHeld) {
		return
	}
	if st.err == nil && !st.returned.Before(g.asked.Add(g.ttl)) {
		st.s.fail("an answer before the lease is over: %v is too short a TTL for this machine, and the harness can set a longer one", g.ttl)
	}
	st.s.failAs(append(see, "held"), "an error that is chapter.ErrHeld: %s holds token %d", g.Holder, g.Token)
}

// notHeld expects to hear that a lease is over.
func (st *lockStep) notHeld(why string) {
	if !errors.Is(st.err, chapter.ErrNotHeld) {
		st.s.fail("an error that is chapter.ErrNotHeld: %s", why)
	}
}

// ok expects success.
func (st *lockStep) ok(why string) {
	if st.err != nil {
		st.s.fail("ok: %s", why)
	}
}

// refused expects an error, whichever.
func (st *lockStep) refused(why string, see ...string) {
	if st.err == nil {
		st.s.failAs(see, "an error: %s", why)
	}
}

// inTime expects that a lease is live when it arrives, and lasts no longer than
// was asked for.
func (st *lockStep) inTime() {
	left := st.lease.Expires.Sub(st.returned)
	if left <= 0 {
		st.s.fail("a lease that has not expired when it arrives")
	}
	if left > st.op.ttl {
		st.s.fail("a lease that expires in %v or sooner: longer was not asked for", st.op.ttl)
	}
}
