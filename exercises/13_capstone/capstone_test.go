package capstone_test

import (
	"testing"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/schedule"
	capstone "example.com/fencing/exercises/13_capstone"
	"example.com/fencing/exercises/internal/grade"
)

var (
	twoJobs   = []capstone.Job{{Name: "A", Amount: 1}, {Name: "B", Amount: 10}}
	alikeJobs = []capstone.Job{{Name: "A", Amount: 5}, {Name: "B", Amount: 5}}
	threeJobs = []capstone.Job{{Name: "C", Amount: 7}, {Name: "A", Amount: 2}, {Name: "B", Amount: 30}}
)

// What the numbers are must not matter.
var tokens = []struct{ first, gap chapter.Token }{{33, 1}, {4711, 7}}

// A worker that makes no needless request has some 25,000 schedules, in all
// worlds together. One that does a little more than it must has several times
// as many.
const atMost = 100_000 // in one world

func TestAWorkerAlone(t *testing.T) {
	inEveryOrder(t, scene{jobs: twoJobs, workers: 1})
	inEveryOrder(t, scene{jobs: threeJobs, workers: 1})
}

func TestTwoWorkers(t *testing.T) {
	inEveryOrder(t, scene{jobs: twoJobs, workers: 2})
}

// The storage has been in use before.
func TestWhatWasDoneBefore(t *testing.T) {
	for _, before := range []capstone.State{{Total: 10, Done: []string{"B"}}, {Total: 100, Done: []string{"Z"}}} {
		inEveryOrder(t, scene{jobs: twoJobs, workers: 1, before: before})
		inEveryOrder(t, scene{jobs: twoJobs, workers: 2, before: before})
	}
}

func TestTwoJobsOfTheSameAmount(t *testing.T) {
	inEveryOrder(t, scene{jobs: alikeJobs, workers: 1})
	inEveryOrder(t, scene{jobs: alikeJobs, workers: 2, ticks: 1})
}

// The lease expires, up to three times, whenever it hurts.
func TestPauses(t *testing.T) {
	inEveryOrder(t, scene{jobs: twoJobs, workers: 2, ticks: 1})
	inEveryOrder(t, scene{jobs: threeJobs, workers: 2, ticks: 1})
	inEveryOrder(t, scene{jobs: twoJobs, workers: 2, ticks: 2})
	inEveryOrder(t, scene{jobs: twoJobs[:1], workers: 2, ticks: 3})
}

// One thing more happens, at any moment: see misfortune_test.go.
func TestMisfortunes(t *testing.T) {
	for _, misfortune := range misfortunes {
		inEveryOrder(t, scene{jobs: twoJobs, workers: 1, misfortune: misfortune})
		inEveryOrder(t, scene{jobs: twoJobs, workers: 2, misfortune: misfortune})
		inEveryOrder(t, scene{jobs: twoJobs, workers: 2, misfortune: misfortune, ticks: 1})
	}
}

// A request that has got no answer may get none the next time, either.
func TestALongSilence(t *testing.T) {
	inEveryOrder(t, scene{jobs: twoJobs, workers: 1, misfortune: longSilence})
	inEveryOrder(t, scene{jobs: twoJobs, workers: 2, misfortune: longSilence})
}

// stuck is set once a search has been given up, because a worker hangs or can't
// be repeated. The next search would wait as long, and say the same.
var stuck bool

func inEveryOrder(t *testing.T, s scene) {
	t.Helper()
	if stuck {
		t.Skip("a search did not come to its end: see the test before")
	}
	for _, numbers := range tokens {
		s.first, s.gap = numbers.first, numbers.gap
		report := schedule.Explore(s.build, schedule.AllowWaiting(), schedule.MaxSteps(200), schedule.MaxSchedules(atMost))
		if len(report.Findings) == 0 && !report.Complete {
			grade.Fail(t, "Nothing wrong in %d schedules, but there are more: does the worker need all the calls that it makes?", report.Schedules)
		}
		stuck = !report.Complete
		report.Waiting = 0 // the clock waits for more leases, and everybody once something is wrong
		grade.Report(t, report)
	}
}
