package renewal_test

import (
	"fmt"
	"time"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/schedule"
	renewal "example.com/fencing/exercises/04_renewal"
)

const (
	tick = 5 * time.Second
	ttl  = 2 * tick
)

// A mistake is what a lock service can do wrong.
type mistake int

const (
	anyKind mistake = iota
	oldToken
	twoHolders
	revived
	badRenewal
	lockedOut
	notTold
)

// A grant is what a lease has to be, whatever the service believes.
type grant struct {
	name     string // of the process that got it
	lease    chapter.Lease
	released bool
}

// A world has the student's lock service and an account of all grants. It ends
// with the first mistake of the kind that is looked for.
type world struct {
	kind   mistake
	wrong  error
	clock  chapter.Clock
	locks  *renewal.Locks
	grants []*grant
}

func newWorld(run *schedule.Run, kind mistake, last chapter.Token) *world {
	w := &world{kind: kind}
	w.locks = renewal.New(w.clock.Now, ttl, last)
	run.Check(func() error { return w.wrong })
	return w
}

func (w *world) fine() bool { return w.wrong == nil }

// client adds a client that acquires the lease, renews it once, and at the end
// releases it, whatever came of the renewal: as it was granted, which is what
// "defer locks.Release(lease)" does.
func (w *world) client(run *schedule.Run, name, holder string) {
	run.Go(name, func(p *schedule.Process) {
		p.Await("acquire", w.fine)
		g := w.acquire(p, name, holder)
		if g == nil {
			return
		}
		granted := g.lease
		p.Await("renew", w.fine)
		w.renew(p, g, granted)
		p.Await("release", w.fine)
		w.release(p, g, granted)
	})
}

// visitor adds a client that acquires the lease if it is free.
func (w *world) visitor(run *schedule.Run, name string) {
	run.Go(name, func(p *schedule.Process) {
		p.Await("acquire", w.fine)
		w.acquire(p, name, name)
	})
}

func (w *world) ticks(run *schedule.Run, ticks int) {
	run.Go("clock", func(p *schedule.Process) {
		for range ticks {
			p.Await("tick", w.fine)
			w.clock.Advance(tick)
			p.Logf("%v", clockTime(w.clock.Now()))
		}
	})
}

// mistake ends the world if it is of the kind that is looked for.
func (w *world) mistake(kind mistake, format string, args ...any) {
	if (w.kind == kind || w.kind == anyKind) && w.wrong == nil {
		w.wrong = fmt.Errorf(format, args...)
	}
}

// live returns the grant that is live, or nil.
func (w *world) live() *grant {
	if len(w.grants) == 0 {
		return nil
	}
	g := w.grants[len(w.grants)-1]
	if g.released || g.lease.Expired(w.clock.Now()) {
		return nil
	}
	return g
}

// A clockTime is told as 12:00:10.
type clockTime time.Time

func (t clockTime) String() string { return time.Time(t).Format(time.TimeOnly) }
