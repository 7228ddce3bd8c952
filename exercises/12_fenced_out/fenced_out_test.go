package fenced_out_test

import (
	"testing"

	"example.com/fencing/chapter/schedule"
	"example.com/fencing/exercises/internal/grade"
)

// What the numbers are must not matter.
var tokens = []scene{
	{first: 33, gap: 1},
	{first: 1, gap: 1},
	{first: 4711, gap: 7},
}

// One worker, and nothing happens to it.
func TestAWorkerAlone(t *testing.T) {
	inEveryOrder(t, scene{notes: [][]string{{"a1", "a2"}}})
}

// The lease expires, up to three times, whenever it hurts.
func TestTheLoserStartsOver(t *testing.T) {
	inEveryOrder(t, scene{notes: [][]string{{"a1"}, {"b1"}}, ticks: 1})
	inEveryOrder(t, scene{notes: [][]string{{"a1", "a2"}, {"b1"}}, ticks: 1})
	inEveryOrder(t, scene{notes: [][]string{{"a1", "a2"}, {"b1", "b2"}}, ticks: 2})
	inEveryOrder(t, scene{notes: [][]string{{"a1"}, {"b1"}}, ticks: 3})
	inEveryOrder(t, scene{notes: [][]string{{"a1"}, {"b1"}, {"c1"}}, ticks: 1})
}

// Somebody else leads again and again, just when it hurts.
func TestTheLoserComesBackHoweverOften(t *testing.T) {
	inEveryOrder(t, scene{notes: [][]string{{"a1", "a2"}}, rivals: 20})
}

// One of its requests gets lost, whichever, and so do the next ones.
func TestALostRequestIsNoDefeat(t *testing.T) {
	for lost := 1; lost <= 3; lost++ {
		for _, losses := range []int{1, 2, 20} {
			inEveryOrder(t, scene{notes: [][]string{{"a1", "a2"}}, lost: lost, losses: losses})
		}
	}
}

// And some requests get lost as well.
func TestTheLoserStartsOverThoughRequestsGetLost(t *testing.T) {
	for lost := 1; lost <= 5; lost++ {
		inEveryOrder(t, scene{notes: [][]string{{"a1", "a2"}, {"b1"}}, ticks: 1, lost: lost, losses: 1})
	}
}

func inEveryOrder(t *testing.T, s scene) {
	t.Helper()
	for _, numbers := range tokens {
		s.first, s.gap = numbers.first, numbers.gap
		report := schedule.Explore(s.build, schedule.AllowWaiting(), schedule.MaxSteps(200), schedule.MaxSchedules(100_000))
		if len(report.Findings) == 0 && !report.Complete {
			grade.Fail(t, "Nothing wrong in %d schedules, but there are more: does the worker need all the calls that it makes?", report.Schedules)
		}
		report.Waiting = 0 // the clock waits for more leases, and everybody once something is wrong
		grade.Report(t, report)
	}
}
