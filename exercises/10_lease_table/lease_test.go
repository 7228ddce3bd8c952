package lease_table_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"example.com/fencing/chapter"
	lease_table "example.com/fencing/exercises/10_lease_table"
	"example.com/fencing/exercises/internal/grade"
)

const ttl = 10 * time.Second

const timeOfDay = "15:04:05.999999999"

// A sequence is calls made one after the other, with a model beside it.
type sequence struct {
	t      *testing.T
	file   *file
	clock  chapter.Clock
	calls  strings.Builder
	latest map[string]*grant // by the name of the lease
}

type grant struct {
	chapter.Lease
	released bool
}

func (g *grant) live(now time.Time) bool { return g != nil && !g.released && !g.Expired(now) }

func begin(t *testing.T, f *file) *sequence {
	f.fresh()
	return &sequence{t: t, file: f, latest: make(map[string]*grant)}
}

func (s *sequence) log(format string, args ...any) {
	fmt.Fprintf(&s.calls, s.clock.Now().Format(timeOfDay)+"  "+format+"\n", args...)
}

func (s *sequence) fail(format string, args ...any) {
	s.t.Helper()
	grade.Fail(s.t, "These calls are made, one after the other:\n%s=> %s", s.calls.String(), fmt.Sprintf(format, args...))
}

// passes turns the clock, back if d is negative.
func (s *sequence) passes(d time.Duration) { s.clock.Advance(d) }

// acquires makes a call of Acquire, and compares what comes of it.
func (s *sequence) acquires(holder, name string) *grant {
	s.t.Helper()
	now, before := s.clock.Now(), s.latest[name]
	lease, err := lease_table.Acquire(s.file.db(atOnce), name, holder, now, ttl)
	if err != nil {
		s.log("%s acquires %q → %v", holder, name, err)
	} else {
		s.log("%s acquires %q → %v", holder, name, lease)
	}
	switch {
	case s.file.leftOpen():
		s.fail("%s", closeIt)
	case err != nil && !errors.Is(err, chapter.ErrHeld):
		s.fail("%s", unexpected("Acquire", err, "chapter.ErrHeld"))
	case err == nil && before.live(now) && before.Holder == holder:
		s.fail("%s, and its lease is still live: it gets no second one.", before)
	case err == nil && before.live(now):
		s.fail("%s, and its lease is still live: now there are two holders.", before)
	case err != nil && before == nil:
		s.fail("The lease has never been granted, so it is free: a table that refuses everybody protects nothing.")
	case err != nil && !before.live(now) && before.released:
		s.fail("The lease has been released, so it is free.")
	case err != nil && !before.live(now):
		s.fail("It is %s: the lease that ends at %[2]s is over at %[2]s, so it is free.", now.Format(timeOfDay), before.Expires.Format(timeOfDay))
	case err != nil:
		return nil
	case lease.Token == 0:
		s.fail("The token is 0, which is no token.")
	case before != nil && lease.Token == before.Token:
		s.fail("The grant before had token %d, too: every grant needs a higher one, whoever gets it, and whatever came in between.", before.Token)
	case before != nil && lease.Token < before.Token:
		s.fail("The grant before had token %d, which is higher: where that has been seen, the new holder is taken for a zombie.", before.Token)
	case lease.Holder != holder || !lease.Expires.Equal(now.Add(ttl)):
		s.fail("The lease should be %s's, until %s. It is: %v.", holder, now.Add(ttl).Format(timeOfDay), lease)
	}
	s.latest[name] = &grant{Lease: lease}
	return s.latest[name]
}

// releases makes a call of Release.
func (s *sequence) releases(g *grant, name string) {
	s.t.Helper()
	err := lease_table.Release(s.file.db(atOnce), name, g.Lease)
	outcome := "done"
	if err != nil {
		outcome = err.Error()
	}
	s.log("%s releases its lease of %q with token %d → %s", g.Holder, name, g.Token, outcome)
	switch late := s.latest[name] != g; {
	case s.file.leftOpen():
		s.fail("%s", closeIt)
	case err != nil && !errors.Is(err, chapter.ErrNotHeld):
		s.fail("%s", unexpected("Release", err, "chapter.ErrNotHeld"))
	case err == nil && late:
		s.fail("Token %d has been granted since, so there was nothing to release, and %s must be told: chapter.ErrNotHeld.", s.latest[name].Token, g.Holder)
	case err != nil && !late:
		s.fail("It is the latest grant, and so it can be released.")
	case err == nil:
		g.released = true
	}
}
