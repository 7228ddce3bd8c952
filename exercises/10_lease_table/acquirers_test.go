package lease_table_test

import (
	"errors"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/schedule"
	lease_table "example.com/fencing/exercises/10_lease_table"
)

func (w *world) acquire(p *schedule.Process, holder string) *grant {
	now := w.clock.Now()
	lease, err := lease_table.Acquire(w.file.db(func(s string) error { return w.step(p, s) }), "reports", holder, now, ttl)
	switch {
	case w.fault != nil:
		return nil
	case errors.Is(err, chapter.ErrHeld):
		p.Logf("held")
		return nil
	case err != nil:
		p.Logf("%v", err)
		w.wrong("%s", unexpected(holder+"'s Acquire", err, "chapter.ErrHeld"))
		return nil
	}
	p.Logf("%v", lease)
	for _, other := range w.grants {
		switch {
		case other.live(w.clock.Now()):
			w.wrong("%v, and %v: two holders at once. Each was told that the lease is free, and it was when they asked", other, lease)
		case lease.Token <= other.Token:
			w.wrong("%s is granted token %d after %s was granted %d: tokens have to grow with every grant", holder, lease.Token, other.Holder, other.Token)
		}
	}
	g := &grant{Lease: lease}
	w.grants = append(w.grants, g)
	return g
}

func (w *world) release(p *schedule.Process, g *grant) {
	if g == nil {
		return
	}
	err := lease_table.Release(w.file.db(func(s string) error { return w.step(p, s) }), "reports", g.Lease)
	if w.fault != nil {
		return
	}
	p.Logf("%v", err)
	switch late := w.grants[len(w.grants)-1] != g; {
	case err != nil && !errors.Is(err, chapter.ErrNotHeld):
		w.wrong("%s", unexpected(g.Holder+"'s Release", err, "chapter.ErrNotHeld"))
	case err == nil && late:
		w.wrong("%s is told that its lease is released, and there was nothing to release: token %d has been granted since", g.Holder, w.grants[len(w.grants)-1].Token)
	case err != nil && !late:
		w.wrong("%s's lease is the latest grant, and can't be released: %v", g.Holder, err)
	}
	g.released = true
}

// checkLeases lets one more client ask, when all the others are done.
func (w *world) checkLeases() {
	if len(w.grants) == 0 {
		w.wrong("the lease was free, clients have asked for it, and nobody has got it")
		return
	}
	latest, now := w.grants[len(w.grants)-1], w.clock.Now()
	lease, err := lease_table.Acquire(w.file.db(atOnce), "reports", "client3", now, ttl)
	switch {
	case latest.live(now) && err == nil:
		w.wrong("in the end client3 asks, too, and gets the lease, while %v", latest)
	case !latest.live(now) && err != nil:
		w.wrong("in the end client3 asks, too, when the lease is free, and is told: %v", err)
	case err == nil && lease.Token <= latest.Token:
		w.wrong("in the end client3 asks, too, and gets token %d, after token %d: tokens have to grow with every grant", lease.Token, latest.Token)
	}
}
