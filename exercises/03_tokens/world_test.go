package tokens_test

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/schedule"
)

// A service is one of the two that are to be repaired.
type service interface {
	Acquire(holder string) (chapter.Lease, error)
	Release(l chapter.Lease) error
}

const ttl = 10 * time.Second

// A grant is a lease and when it was made. Its holder may write under it at any
// time, however late.
type grant struct {
	chapter.Lease
	made time.Time
}

// A world has one lock service, one fenced storage, and any number of clients
// that are as late as can be. Grants are numbered from 1, in their order.
type world struct {
	clock   chapter.Clock
	locks   service
	storage chapter.FencedStorage
	grants  []grant
	held    bool // the last grant is neither released nor expired
	setBack bool
	seen    int // the latest grant that the storage has accepted a write of
	events  []event
	wrong   string // what went wrong first
}

// An event becomes a step of the story if the story is told; mostly it is not.
type event struct {
	who, what string
	grant     int
	format    string
	args      []any
}

func (w *world) story() (story schedule.Story) {
	for _, e := range w.events {
		what := e.what
		if e.grant > 0 {
			what = fmt.Sprintf("%s under grant %d", what, e.grant)
		}
		story = append(story, schedule.Step{Process: e.who, Name: what, Outcome: fmt.Sprintf(e.format, e.args...)})
	}
	return story
}

func (w *world) tell(who, what, format string, args ...any) {
	w.events = append(w.events, event{who: who, what: what, format: format, args: args})
}

// A move is one thing that can happen: to a client, or under a grant, by number.
type move struct {
	do     func(w *world, number int)
	number int
}

// moves lists what can happen next.
func (w *world) moves(list []move) []move {
	last, other := 2, 1
	if len(w.grants) > 0 && w.last().Holder == holders[1] {
		last, other = 1, 2
	}
	list = append(list, move{(*world).acquire, other}, move{(*world).acquire, last})
	for i := len(w.grants); i > 0; i-- {
		list = append(list, move{(*world).write, i})
	}
	switch {
	case w.held:
		list = append(list, move{(*world).expire, 0}, move{(*world).release, 0})
	case len(w.grants) > 0 && !w.setBack && w.last().Expires.After(w.clock.Now()):
		// The last lease was released. (An expired one would be live again
		// by a clock that is set back.)
		list = append(list, move{(*world).setClockBack, 0})
	}
	return list
}

var holders = []string{1: "client1", 2: "client2", 3: "client3"}

func (w *world) last() grant { return w.grants[len(w.grants)-1] }

func (w *world) acquire(client int) {
	holder := holders[client]
	lease, err := w.locks.Acquire(holder)
	switch {
	case err != nil:
		w.tell(holder, "acquire", "%v", err)
		if !w.held {
			w.wrong = "The lease is free, and nobody gets it: a service that grants nothing protects nothing."
		} else if !errors.Is(err, chapter.ErrHeld) {
			w.wrong = fmt.Sprintf("The lease is held, so the error should be a *chapter.HeldError, not %T.", err)
		}
		return
	case w.held:
		w.wrong = fmt.Sprintf("%s holds the lease until %s, and it is granted again: two holders.", w.last().Holder, clockTime(w.last().Expires))
	case lease.Holder != holder:
		w.wrong = fmt.Sprintf("The lease is made out to %q.", lease.Holder)
	}
	w.grants = append(w.grants, grant{lease, w.clock.Now()})
	w.held = true
	w.tell(holder, "acquire", "grant %d: %v", len(w.grants), lease)
}

func (w *world) expire(int) {
	w.clock.Advance(ttl)
	w.held = false
	w.tell("clock", "the lease expires", "%v", clockTime(w.clock.Now()))
}

func (w *world) release(int) {
	err := w.locks.Release(w.last().Lease)
	w.tell(w.last().Holder, "release", "released")
	if err != nil {
		w.wrong = fmt.Sprintf("The lease is live, and yet it cannot be released: %v.", err)
	}
	w.held = false
}

func (w *world) setClockBack(int) {
	w.clock.Advance(-time.Hour)
	w.setBack = true
	w.tell("operator", "sets the clock back", "%v", clockTime(w.clock.Now()))
}

// write lets a write under grant number i arrive at the storage.
func (w *world) write(i int) {
	g := w.grants[i-1]
	err := w.storage.Write(g.Holder, g.Token)
	e := event{who: g.Holder, what: "write", grant: i, format: "accepted"}
	if i < len(w.grants) {
		e.what = "late write"
	}
	if err != nil {
		e.format, e.args = "refused: %v", []any{err}
	}
	w.events = append(w.events, e)
	switch {
	case err == nil && i < w.seen:
		w.wrong = fmt.Sprintf("The zombie is let in: the storage knows grant %d already, and accepts a late write of grant %d.%s", w.seen, i, w.why(i, w.seen))
	case err == nil:
		w.seen = i
	case i == len(w.grants) && w.held && w.seen == 0:
		w.wrong = fmt.Sprintf("The rightful holder is locked out: %s holds the lease, nobody has written yet, and its first write is refused.", g.Holder)
	case i == len(w.grants) && w.held:
		w.wrong = fmt.Sprintf("The rightful holder is locked out: %s holds the lease, and its write is refused.%s", g.Holder, w.why(w.seen, i))
	}
}

// why compares the tokens of an earlier and a later grant.
func (w *world) why(earlier, later int) string {
	a, b := w.grants[earlier-1], w.grants[later-1]
	text := "\n"
	switch {
	case a.Token != b.Token:
		text += fmt.Sprintf("Grant %d came after grant %d, but its token is the lower one: %d and %d differ, and say nothing about which is later.", later, earlier, b.Token, a.Token)
	case a.Holder == b.Holder:
		text += fmt.Sprintf("Both grants of %s carry token %d: to the storage, what was sent under the first is one more write under the second.", a.Holder, a.Token)
	default:
		text += fmt.Sprintf("Both grants carry token %d: the storage cannot tell %s from %s.", a.Token, a.Holder, b.Holder)
	}
	now := time.Now()
	switch fromTheMachine := []int64{now.UnixNano(), now.UnixMicro(), now.UnixMilli(), now.Unix()}; {
	case a.Token == b.Token && slices.Contains(fromTheMachine, int64(a.Token)):
		text += "\nIt is the time of this machine, whose clock stands still in this test: two grants can fall on the same instant of any clock."
	case a.made.After(b.made):
		text += "\nThe clock was set back between them."
	case a.made.Equal(b.made) && a.Token == b.Token:
		text += fmt.Sprintf("\nBoth were granted at %s, in the same instant of the clock.", clockTime(a.made))
	}
	return text
}

// A clockTime is told as 12:00:10.
type clockTime time.Time

func (t clockTime) String() string { return time.Time(t).Format(time.TimeOnly) }
