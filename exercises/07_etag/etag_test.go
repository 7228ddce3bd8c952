package etag_test

import (
	"fmt"
	"testing"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/schedule"
	"example.com/fencing/exercises/internal/grade"
)

// Each test looks for its own kind of mistake, in every order of all worlds, and
// tells the shortest order that it finds.

func TestTheZombieIsRefused(t *testing.T) { noOrderShows(t, zombieIn) }

func TestAClaimKeepsTheZombieOut(t *testing.T) { noOrderShows(t, claimUnseen) }

func TestAClaimChangesNoData(t *testing.T) { noOrderShows(t, claimWrites) }

func TestTheNewestHolderGetsIn(t *testing.T) { noOrderShows(t, lockedOut) }

func TestOnesOwnPutIsNoRefusal(t *testing.T) { noOrderShows(t, ownPutRefused) }

func TestAnAcceptedWriteHasLanded(t *testing.T) { noOrderShows(t, notLanded) }

func TestARefusalSaysTokenAndMark(t *testing.T) { noOrderShows(t, silentRefusal) }

func TestEveryCallComesToAnEnd(t *testing.T) { noOrderShows(t, neverEnds) }

func worlds() []world {
	var all []world
	for _, tokens := range [][2]chapter.Token{{33, 34}, {9, 10}, {1 << 53, 1<<53 + 1}} {
		all = append(all,
			world{tokens: tokens, held: "blue", claim: true, writes: [2][]string{{"red"}, {"green"}}},
			world{tokens: tokens, held: "blue", writes: [2][]string{{"red"}, {"green", "blue"}}},
			world{tokens: tokens, claim: true, writes: [2][]string{{"red"}, {"green"}}},
			world{tokens: tokens, held: "blue", lost: 1, writes: [2][]string{{"red"}, {"red"}}},
		)
	}
	return append(all,
		world{tokens: [2]chapter.Token{33, 34}, claim: true, lost: 1, writes: [2][]string{{"red"}, nil}},
		world{tokens: [2]chapter.Token{33, 34}, held: "blue", writes: [2][]string{{"red", "yellow"}, {"green"}}},
		world{tokens: [2]chapter.Token{33, 34}, held: "blue", writes: [2][]string{{"red", "yellow", "red"}, {"green"}}})
}

// stuck is set once a search has been given up, because a call hangs or can't be
// repeated. The next search would wait as long, and say the same.
var stuck bool

func skipIfStuck(t *testing.T) {
	t.Helper()
	if stuck {
		t.Skip("a search did not come to its end: see the test before")
	}
}

// seen has the worlds that were searched, and the mistakes that they show.
var seen = map[string]map[mistake]bool{}

func noOrderShows(t *testing.T, kind mistake) {
	t.Helper()
	skipIfStuck(t)
	schedules := 0
	for _, w := range worlds() {
		name := fmt.Sprintf("%+v", w)
		if shows, ok := seen[name]; ok && !shows[kind] {
			continue
		}
		shows := map[mistake]bool{}
		report := schedule.Explore(func(run *schedule.Run) {
			s := w.build(run)
			run.Check(func() error {
				shows[s.found] = true
				if s.found == kind {
					return s.err
				}
				return nil
			})
		}, schedule.AllowWaiting())
		schedules += report.Schedules
		stuck = !report.Complete
		seen[name] = shows
		if report.Violations > 0 {
			grade.Fail(t, "%v", report.Findings[0])
		}
		grade.Report(t, report)
	}
	if schedules > 0 {
		t.Logf("%d schedules", schedules)
	}
}
