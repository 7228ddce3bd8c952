package break_the_check_test

import (
	"fmt"
	"time"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/schedule"
)

// A scene is what all three worlds have in common: a clock, a lock service that
// makes no mistake, and a storage.
type scene struct {
	clock   chapter.Clock
	locks   *chapter.LockService
	storage storage
}

const tick = 5 * time.Second

// newScene makes a scene whose leases last for so many ticks of the clock.
func newScene(run *schedule.Run, ticksPerLease int, fenced bool) *scene {
	s := &scene{storage: storage{fenced: fenced}}
	s.locks = chapter.NewLockService(s.clock.Now, time.Duration(ticksPerLease)*tick, chapter.FirstToken(33))
	run.Check(s.storage.damage)
	return s
}

// ticks adds the clock.
func (s *scene) ticks(run *schedule.Run, ticks int) {
	run.Go("clock", func(p *schedule.Process) {
		for range ticks {
			p.Step("tick")
			s.clock.Advance(tick)
			p.Logf("%s", s.clock.Now().Format(time.TimeOnly))
		}
	})
}

// acquire is the first step of every client.
func (s *scene) acquire(p *schedule.Process, name string) chapter.Lease {
	p.Await("acquire", s.locks.Free)
	lease, _ := s.locks.Acquire(name)
	p.Logf("%v", lease)
	return lease
}

// renewsFirst is the world of RenewsFirst.
func renewsFirst(run *schedule.Run, fenced bool) *scene {
	s := newScene(run, 2, fenced)
	for _, name := range []string{"client1", "client2"} {
		run.Go(name, func(p *schedule.Process) {
			lease := s.acquire(p, name)

			p.Step("renew")
			lease, err := s.locks.Renew(lease)
			if err != nil {
				p.Logf("%v; %s stops in time", err, name)
				return
			}
			p.Logf("until %s", lease.Expires.Format(time.TimeOnly))

			p.Step("write")
			s.storage.write(p, lease)
		})
	}
	s.ticks(run, 3)
	return s
}

// asksTwice is the world of AsksTwice.
func asksTwice(run *schedule.Run, fenced bool) *scene {
	s := newScene(run, 1, fenced)
	for _, name := range []string{"client1", "client2"} {
		run.Go(name, func(p *schedule.Process) {
			lease := s.acquire(p, name)

			for _, question := range []string{"ask", "ask again"} {
				p.Step(question)
				if !s.locks.Holds(lease) {
					p.Logf("no; %s stops in time", name)
					return
				}
				p.Logf("yes, the lease is yours")
			}

			p.Step("write")
			s.storage.write(p, lease)
		})
	}
	s.ticks(run, 1)
	return s
}

// hasDeadline is the world of HasDeadline.
func hasDeadline(run *schedule.Run, fenced bool) *scene {
	s := newScene(run, 1, fenced)
	for i, name := range []string{"client1", "client2"} {
		var lease chapter.Lease
		var sent bool
		run.Go(name, func(p *schedule.Process) {
			lease = s.acquire(p, name)

			p.Step("send")
			if deadline := lease.Expires; !s.clock.Now().Before(deadline) {
				p.Logf("dropped, the deadline has passed; %s stops in time", name)
				return
			}
			sent = true
			p.Logf("in time, it is on its way")
		})
		run.Go(fmt.Sprintf("packet%d", i+1), func(p *schedule.Process) {
			p.Await("arrive", func() bool { return sent })
			s.storage.write(p, lease)
		})
	}
	s.ticks(run, 1)
	return s
}
