package claim_test

import (
	"fmt"
	"testing"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/schedule"
	"example.com/fencing/exercises/internal/grade"
)

// Each test looks for its own kind of mistake, in every order of all worlds, and
// tells the shortest order that it finds.

func TestNoAcknowledgedItemIsLost(t *testing.T) { noOrderShows(t, itemLost) }

func TestTheNewestHolderGetsItsItemIn(t *testing.T) { noOrderShows(t, lockedOut) }

func TestWhatIsAcknowledgedWasWritten(t *testing.T) { noOrderShows(t, nothingWritten) }

func TestNobodyUsesAnotherHoldersToken(t *testing.T) { noOrderShows(t, borrowedToken) }

func TestAnErrorMeansThatNothingWasAdded(t *testing.T) { noOrderShows(t, addedAllTheSame) }

func TestTheCallerSeesTheErrorOfTheFailedCall(t *testing.T) { noOrderShows(t, otherError) }

func TestEveryItemIsAddedOnce(t *testing.T) { noOrderShows(t, addedTwice) }

func TestTheItemComesAtTheEndAndTheRestStays(t *testing.T) { noOrderShows(t, otherList) }

func TestAppendComesToAnEnd(t *testing.T) { noOrderShows(t, neverEnds) }

// The tokens of client1, client2 and client3.
var tokenSets = [][]chapter.Token{{33, 34, 35}, {1, 2, 3}, {9, 10, 4711}}

// What is in the list before anybody comes. The long one is in no order, and has
// equal items side by side and apart.
var (
	empty []string
	short = []string{"old"}
	long  = []string{"m", "a", "a", "z", "k", "m", "b", "b", "q"}
)

// worlds lists who takes part, from the simplest world on.
func worlds() []*world {
	var all []*world
	for _, tokens := range tokenSets {
		all = append(all,
			&world{tokens: tokens, start: short, items: [][]string{{"A"}, {"B"}}, zombie: true},
			&world{tokens: tokens, start: short, items: [][]string{{"A"}, {"B"}}, faults: 1},
			&world{tokens: tokens, start: short, items: [][]string{{"A", "B"}, {"C"}}},
			&world{tokens: tokens, start: short, items: [][]string{{"A"}, {"B", "C"}}},
			&world{tokens: tokens, start: empty, items: [][]string{{"A"}, {"B"}}},
			&world{tokens: tokens, start: long, items: [][]string{{"A", "a", "A"}}},
		)
	}
	return append(all,
		&world{tokens: tokenSets[0], start: short, items: [][]string{{"A"}, {"B", "C"}}, faults: 1},
		&world{tokens: tokenSets[0], start: short, items: [][]string{{"A"}, {"B"}, {"C"}}})
}

// seen has the worlds that were searched, and the mistakes that they show.
var seen = map[string]map[mistake]bool{}

func noOrderShows(t *testing.T, kind mistake) {
	t.Helper()
	schedules := 0
	for _, w := range worlds() {
		name := fmt.Sprintf("%+v", *w)
		if shows, ok := seen[name]; ok && !shows[kind] {
			continue
		}
		shows := map[mistake]bool{}
		report := schedule.Explore(func(run *schedule.Run) {
			s := w.build(run)
			run.Check(func() error {
				s.judgeEnd()
				shows[s.found] = true
				if s.found == kind {
					return s.err
				}
				return nil
			})
		}, schedule.AllowWaiting())
		schedules += report.Schedules
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
