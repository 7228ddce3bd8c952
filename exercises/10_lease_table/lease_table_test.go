package lease_table_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/schedule"
	lease_table "example.com/fencing/exercises/10_lease_table"
	"example.com/fencing/exercises/internal/grade"
)

func TestALeaseIsGranted(t *testing.T) {
	f := openFile(t)
	s := begin(t, f)
	s.acquires("client1", "reports")
	s.acquires("client2", "reports")
	s.acquires("client1", "reports")
	s.acquires("client2", "invoices") // another one
	s.passes(ttl - 1)
	s.acquires("client2", "reports")
	s.passes(1)
	s.acquires("client2", "reports")
	s.passes(ttl + time.Second)
	s.acquires("client2", "reports")

	s = begin(t, f)
	s.passes(time.Second / 3) // nobody asks on the stroke of the second
	s.acquires("client1", "reports")
	s.passes(ttl - 1)
	s.acquires("client2", "reports")
	s.passes(1)
	s.acquires("client2", "reports")
}

func TestTwoClientsAskForOneLease(t *testing.T) {
	f := openFile(t)
	for _, expired := range []bool{false, true} {
		explore(t, f, func(w *world, run *schedule.Run) {
			if expired { // an earlier lease
				_, _ = lease_table.Acquire(f.db(atOnce), "reports", "client0", w.clock.Now(), ttl)
				w.clock.Advance(ttl)
			}
			for _, name := range []string{"client1", "client2"} {
				run.Go(name, func(p *schedule.Process) { w.acquire(p, name) })
			}
		}, (*world).checkLeases)
	}
}

func TestTheTokenGrowsWithEveryGrant(t *testing.T) {
	f := openFile(t)

	s := begin(t, f)
	s.releases(s.acquires("client1", "reports"), "reports")
	s.releases(s.acquires("client2", "reports"), "reports")
	s.acquires("client2", "reports") // all at the same instant

	s = begin(t, f)
	s.releases(s.acquires("client1", "reports"), "reports")
	s.passes(-time.Hour) // somebody has set the clock
	s.acquires("client2", "reports")
}

func TestALateReleaseFreesNothing(t *testing.T) {
	f := openFile(t)

	s := begin(t, f)
	first := s.acquires("client1", "reports")
	s.passes(ttl)
	s.acquires("client2", "reports")
	s.releases(first, "reports")
	s.acquires("client3", "reports")

	s = begin(t, f) // all at the same instant
	first = s.acquires("client1", "reports")
	s.releases(first, "reports")
	s.acquires("client1", "reports")
	s.releases(first, "reports")
	s.acquires("client2", "reports")
}

func TestAReleaseFreesOneLeaseOnly(t *testing.T) {
	s := begin(t, openFile(t))
	reports := s.acquires("client1", "reports")
	s.acquires("client1", "invoices")
	s.releases(reports, "reports")
	s.acquires("client2", "invoices")
	s.acquires("client2", "reports")
}

func TestTwoClientsAcquireAndRelease(t *testing.T) {
	explore(t, openFile(t), func(w *world, run *schedule.Run) {
		for _, name := range []string{"client1", "client2"} {
			run.Go(name, func(p *schedule.Process) { w.release(p, w.acquire(p, name)) })
		}
		run.Go("clock", func(p *schedule.Process) {
			if w.step(p, "the lease expires") == nil {
				w.clock.Advance(ttl + time.Second)
			}
		})
	}, (*world).checkLeases)
}

func TestADocumentIsFenced(t *testing.T) {
	f := openFile(t)
	for length := 1; length <= 3; length++ {
		for _, tokens := range tokenSets {
			everySequence(tokens, length, nil, func(calls []call) { f.play(t, calls) })
		}
	}
}

func TestEachDocumentHasItsOwnMark(t *testing.T) {
	f := openFile(t)
	for kinds := range 1 << 5 { // which of the calls write
		calls := []call{
			{name: "report", token: 34},
			{name: "invoice", token: 7},
			{name: "invoice", token: 8},
			{name: "report", token: 33},
			{name: "invoice", token: 7},
		}
		for i := range calls {
			calls[i].writes = kinds>>i&1 == 0
		}
		f.play(t, calls)
	}
}

func TestEmptyDataIsData(t *testing.T) {
	openFile(t).play(t, []call{
		{writes: true, name: "report", token: 33, empty: true}, // makes the row
		{writes: true, name: "report", token: 33},
		{writes: true, name: "report", token: 34, empty: true}, // changes it
		{name: "report", token: 34},
	})
}

func TestZeroIsNoToken(t *testing.T) {
	f := openFile(t)
	f.fresh()
	db := f.db(atOnce)
	if err := lease_table.Write(db, "report", "data", 0); !errors.Is(err, chapter.ErrNoToken) {
		grade.Fail(t, "Write with token 0 → %v\n=> Zero is no token: chapter.ErrNoToken.", err)
	}
	if err := lease_table.Delete(db, "report", 0); !errors.Is(err, chapter.ErrNoToken) {
		grade.Fail(t, "Delete with token 0 → %v\n=> Zero is no token: chapter.ErrNoToken.", err)
	}
	if holds := f.holds("report"); holds != (document{}) {
		grade.Fail(t, "A call with token 0 has changed the table. It holds: %v", holds)
	}
}

// Each client makes its calls in order: w writes, d deletes.
var scenes = [][2]string{{"w", "w"}, {"ww", "w"}, {"w", "d"}, {"d", "w"}, {"w", "wd"}}

func TestTwoClientsWriteOneDocument(t *testing.T) {
	f := openFile(t)
	for _, scene := range scenes {
		for _, tokens := range [][2]chapter.Token{{33, 34}, {9, 10}} {
			for _, isNew := range []bool{true, false} {
				explore(t, f, func(w *world, run *schedule.Run) {
					if !isNew {
						_ = lease_table.Write(f.db(atOnce), "report", "client0's data", tokens[0]-1)
					}
					for i, calls := range scene {
						name := fmt.Sprintf("client%d", i+1)
						run.Go(name, func(p *schedule.Process) { w.calls(p, name, calls, tokens[i]) })
					}
				}, (*world).checkDocument)
			}
		}
	}
}
