package schedule_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"example.com/fencing/chapter/schedule"
)

// A tiny world of leases: a lock service, a storage, and a clock that ticks. A
// lease ends ttl ticks after it was granted.
type leaseWorld struct {
	now, ttl int

	holder  string
	token   int
	expires int

	mark     int // the highest token whose write was accepted
	data     string
	fenced   bool
	overrode error // set by the first write that an older token makes over a newer one's
}

type lease struct{ token, expires int }

func (w *leaseWorld) free() bool { return w.holder == "" || w.now >= w.expires }

func (w *leaseWorld) acquire(holder string) lease {
	w.token++
	w.holder, w.expires = holder, w.now+w.ttl
	return lease{w.token, w.expires}
}

func (w *leaseWorld) write(data string, token int) bool {
	if token < w.mark {
		if w.fenced {
			return false
		}
		if w.overrode == nil {
			w.overrode = fmt.Errorf("token %d has written over token %d: %w", token, w.mark, errStaleWrite)
		}
	}
	w.mark = max(w.mark, token)
	w.data = data
	return true
}

var errStaleWrite = errors.New("stale write")

// leases describes a world: two clients that acquire, check as often as they
// are told, and write, and a clock.
type leases struct {
	checks int
	margin int // in ticks
	ticks  int // the clock's, and the ttl
	fenced bool
}

func (l leases) world(run *schedule.Run) { l.worldOf(2)(run) }

func (l leases) worldOf(clients int) func(run *schedule.Run) {
	return func(run *schedule.Run) {
		w := &leaseWorld{ttl: l.ticks, fenced: l.fenced}
		for i := range clients {
			name := clientNames[i]
			run.Go(name, func(p *schedule.Process) {
				p.Await("acquire", w.free)
				lease := w.acquire(name)
				p.Logf("token %d", lease.token)
				for range l.checks {
					p.Step("check")
					if w.now+l.margin >= lease.expires {
						p.Logf("expired")
						return
					}
				}
				p.Step("write")
				if !w.write(name, lease.token) {
					p.Logf("refused")
				}
			})
		}
		run.Go("clock", func(p *schedule.Process) {
			for range l.ticks {
				p.Step("tick")
				w.now++
			}
		})
		run.Check(func() error { return w.overrode })
	}
}

var clientNames = []string{"client1", "client2", "client3", "client4"}

// The numbers are small enough to be found with pencil and paper.
func TestTheClientsCheckAddsOrdersAndRemovesNoHarm(t *testing.T) {
	for _, test := range []struct {
		name             string
		leases           leases
		schedules, stale int
	}{
		{"plain", leases{ticks: 1}, 10, 2},
		{"one check", leases{ticks: 1, checks: 1}, 20, 2},
		{"two checks", leases{ticks: 1, checks: 2}, 34, 2},
		{"fence", leases{ticks: 1, fenced: true}, 10, 0},
		{"plain, two ticks", leases{ticks: 2}, 16, 2},
		{"one check, two ticks", leases{ticks: 2, checks: 1}, 38, 4},
		{"one check with a margin, two ticks", leases{ticks: 2, checks: 1, margin: 1}, 30, 2},
		{"fence, two ticks", leases{ticks: 2, fenced: true}, 16, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			report := schedule.Explore(test.leases.world, schedule.AllowWaiting())
			assert.Equal(t, test.schedules, report.Schedules, "schedules, all told")
			assert.Equal(t, test.stale, report.Violations, "schedules with a stale write")
			assert.True(t, report.Complete)
			if test.stale == 0 {
				assert.NoError(t, report.Err())
			} else {
				assert.ErrorIs(t, report.Err(), errStaleWrite)
			}
		})
	}
}

func TestTheShortestCounterexampleReadsAsAStory(t *testing.T) {
	report := schedule.Explore(leases{ticks: 1, checks: 1}.world, schedule.AllowWaiting())
	assert.Equal(t, `20 schedules, which are all there are: 2 violate the invariant, 2 end with a process waiting for ever

The shortest of the 2 that violate the invariant:
1. client1: acquire → token 1
2. client1: check
3. clock: tick
4. client2: acquire → token 2
5. client2: check
6. client2: write
7. client1: write
=> token 1 has written over token 2: stale write`, report.String())
}
