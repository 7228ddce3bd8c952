package renewal_test

import (
	"errors"
	"fmt"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/schedule"
)

func (w *world) acquire(p *schedule.Process, name, holder string) *grant {
	live := w.live()
	lease, err := w.locks.Acquire(holder)
	if err != nil {
		p.Logf("%v", err)
		if live == nil {
			w.mistake(lockedOut, "The lease is free, and yet %s does not get it.%s", name, w.whyFree())
		} else if !errors.Is(err, chapter.ErrHeld) {
			w.mistake(notTold, "The lease is held, so Acquire returns a *chapter.HeldError, not %q.", err)
		}
		return nil
	}
	p.Logf("%v", lease)
	if live != nil {
		w.mistake(twoHolders, "%s holds the lease under token %d until %v. Now %s holds it as well.", live.name, live.lease.Token, clockTime(live.lease.Expires), name)
	}
	for _, g := range w.grants {
		if lease.Token <= g.lease.Token {
			w.mistake(oldToken, "This is a new grant, and token %d has been granted before: what %s sent under that one, and is still on its way, would be let in.", g.lease.Token, g.name)
		}
	}
	g := &grant{name: name, lease: lease}
	w.grants = append(w.grants, g)
	return g
}

func (w *world) renew(p *schedule.Process, g *grant, l chapter.Lease) {
	now, live := w.clock.Now(), w.live()
	renewed, err := w.locks.Renew(l)
	switch {
	case err != nil && live == g:
		p.Logf("%v", err)
		w.mistake(lockedOut, "The lease is live until %v, but its holder cannot renew it.", clockTime(g.lease.Expires))
		return
	case err != nil:
		p.Logf("%v", err)
		w.demandNotHeld("Renew", err)
		return
	}
	p.Logf("until %v", clockTime(renewed.Expires))
	switch want := now.Add(ttl); {
	case live == nil:
		w.mistake(revived, "The lease %s, and the renewal brings it back. In between, somebody else could have come and gone.", w.whyOver(g))
		return
	case live != g:
		w.mistake(twoHolders, "%s holds the lease under token %d until %v. Now %s believes that it holds it as well: its own lease %s.",
			live.name, live.lease.Token, clockTime(live.lease.Expires), g.name, w.whyOver(g))
		return
	case renewed.Token < l.Token:
		w.mistake(badRenewal, "The token falls from %d to %d: a storage that has seen %d refuses the rightful holder now.", l.Token, renewed.Token, l.Token)
	case renewed.Token > l.Token:
		w.mistake(badRenewal, "The token rises from %d to %d. That is sound, but not what this service promises: it extends the grant under its own token.", l.Token, renewed.Token)
	case renewed.Holder != l.Holder:
		w.mistake(badRenewal, "%s renews, and the lease is made out to %q.", l.Holder, renewed.Holder)
	case !renewed.Expires.Equal(want):
		w.mistake(badRenewal, "It is %v, so a full TTL from now ends at %v, not at %v.", clockTime(now), clockTime(want), clockTime(renewed.Expires))
	}
	g.lease.Expires = now.Add(ttl)
}

func (w *world) release(p *schedule.Process, g *grant, l chapter.Lease) {
	live := w.live()
	err := w.locks.Release(l)
	if err == nil {
		p.Logf("done")
	} else {
		p.Logf("%v", err)
	}
	switch {
	case live == g && err != nil:
		w.mistake(lockedOut, "The lease is live until %v, but its holder cannot give it back.%s", clockTime(g.lease.Expires), olderCopy(l, g))
	case live == g:
		g.released = true
	case err == nil:
		w.mistake(notTold, "%s releases a lease that is over, and is told that all is well. The lease %s: Release returns chapter.ErrNotHeld.", g.name, w.whyOver(g))
	default:
		w.demandNotHeld("Release", err)
	}
}

func (w *world) demandNotHeld(request string, err error) {
	if !errors.Is(err, chapter.ErrNotHeld) {
		w.mistake(notTold, "%s returns chapter.ErrNotHeld for a lease that is over, not %q.", request, err)
	}
}

// whyOver says why a grant is not live any more.
func (w *world) whyOver(g *grant) string {
	if g.released {
		return fmt.Sprintf("under token %d was released", g.lease.Token)
	}
	return fmt.Sprintf("under token %d expired at %v", g.lease.Token, clockTime(g.lease.Expires))
}

// whyFree says why the lease is free, if it was ever granted.
func (w *world) whyFree() string {
	if len(w.grants) == 0 {
		return ""
	}
	return fmt.Sprintf(" The last one, %s.", w.whyOver(w.grants[len(w.grants)-1]))
}

// olderCopy says that l is a copy of g from before a renewal, if it is.
func olderCopy(l chapter.Lease, g *grant) string {
	if l.Expires.Equal(g.lease.Expires) {
		return ""
	}
	return " It comes with a copy from before the renewal, which is the same grant: its token says so."
}
