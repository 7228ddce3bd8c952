package capstone_test

import (
	"example.com/fencing/chapter"
	"example.com/fencing/chapter/schedule"
)

// A lease is granted to one worker at a time, with growing tokens.
type lease struct {
	live   bool
	holder *worker       // nil after a restart, which forgets it
	last   chapter.Token // the highest granted so far
	gap    chapter.Token // to the next: tokens grow, and need not be neighbours
	grants map[chapter.Token]*worker
}

func (l *lease) free() bool { return !l.live }

func (l *lease) grant(to *worker) chapter.Token {
	l.last += l.gap
	l.live, l.holder = true, to
	l.grants[l.last] = to
	return l.last
}

// release gives back what the worker holds, if it does.
func (l *lease) release(by *worker) {
	if l.holder == by {
		l.live = false
	}
}

// restart ends the lock service and starts it again. Its counter was on disk.
// The lease was not; it may still be live, so nothing is granted until it
// would have expired.
func (l *lease) restart() { l.live, l.holder = true, nil }

// clock is a process that lets leases expire: as often as the world says at any
// moment, however bad, and beyond that only when nobody can go on without.
func (w *world) clock(p *schedule.Process) {
	for ticks := w.ticks; ; ticks-- {
		p.Await("the lease expires", func() bool {
			return w.fault == nil && w.lease.live && (ticks > 0 || w.allWait())
		})
		w.lease.live = false
	}
}

// allWait says whether every worker that has work left waits for the lease.
func (w *world) allWait() bool {
	for _, worker := range w.crew {
		if !worker.home && !worker.waits {
			return false
		}
	}
	return true
}
