package fencetest

import (
	"context"
	"time"
)

// A lockerScene is a lock service under test, and the calls that a check makes
// on it. Each call comes back as a lockStep, to say what was expected of it.
type lockerScene struct {
	*story
	freshNames
	settings
	h      LockerHarness
	locker Locker
	ctx    context.Context
	who    string // which client or handle: stands in front of each line
}

func newLockerScene(h LockerHarness, with settings) (*lockerScene, error) {
	h, err := h.complete()
	if err != nil {
		return nil, err
	}
	return &lockerScene{
		story: new(story), freshNames: newNames(), settings: with.complete(),
		h: h, locker: h.Locker, ctx: context.Background(),
	}, nil
}

// again starts the next case of a check: a new story with names of its own.
func (s *lockerScene) again() {
	s.begin()
	s.freshNames = newNames()
}

// as is the scene as seen by somebody else: the same service, story and names.
func (s *lockerScene) as(who string) *lockerScene {
	other := *s
	other.who = who + ": "
	return &other
}

// cancelled is the scene in which every call's context is over already.
func (s *lockerScene) cancelled() *lockerScene {
	other := s.as("context cancelled before")
	ctx, cancel := context.WithCancel(s.ctx)
	cancel()
	other.ctx = ctx
	return other
}

// another is the scene as seen through a second handle.
func (s *lockerScene) another() *lockerScene {
	locker, err := s.h.Another()
	if err != nil {
		s.note("open another handle → error: %v", err)
		s.fail("a second handle on the same service")
	}
	other := s.as("second handle")
	other.locker = locker
	return other
}

// reopen restarts the service.
func (s *lockerScene) reopen() {
	locker, err := s.h.Reopen()
	if err != nil {
		s.note("restart → error: %v", err)
		s.fail("the service to start again")
	}
	s.note("restart → ok")
	s.locker = locker
}

// acquire asks for a lease that lasts as long as the check does. By a real clock
// that takes more than the harness's TTL: the machine may be slow.
func (s *lockerScene) acquire(name, holder string) *lockStep {
	return s.acquireFor(name, holder, s.lasting())
}

// acquireBriefly asks for a lease that is to run out.
func (s *lockerScene) acquireBriefly(name, holder string) *lockStep {
	return s.acquireFor(name, holder, s.h.TTL)
}

func (s *lockerScene) acquireFor(name, holder string, ttl time.Duration) *lockStep {
	return s.step(lockOp{kind: opAcquire, name: name, holder: holder, ttl: ttl})
}

func (s *lockerScene) attempt(name, holder, attempt string) *lockStep {
	return s.step(lockOp{kind: opAcquire, name: name, holder: holder, attempt: attempt, ttl: s.lasting()})
}

func (s *lockerScene) attemptBriefly(name, holder, attempt string) *lockStep {
	return s.step(lockOp{kind: opAcquire, name: name, holder: holder, attempt: attempt, ttl: s.h.TTL})
}

func (s *lockerScene) renew(name string, g grant) *lockStep {
	return s.step(lockOp{kind: opRenew, name: name, lease: g.Lease, ttl: g.ttl})
}

func (s *lockerScene) release(name string, g grant) *lockStep {
	return s.step(lockOp{kind: opRelease, name: name, lease: g.Lease})
}
