package renewal_test

import (
	"slices"
	"testing"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/schedule"
	"example.com/fencing/exercises/internal/grade"
)

// Each subtest looks for one kind of mistake, and the first that finds one ends
// the test.
func TestRenewAndRelease(t *testing.T) {
	all := explore(anyKind)
	everyOrder := func(kind mistake) func(t *testing.T) {
		return func(t *testing.T) {
			reports := all
			if slices.ContainsFunc(all, goesWrong) {
				reports = explore(kind)
			}
			tried := 0
			for _, report := range reports {
				mustBeFine(t, report)
				tried += report.Schedules
			}
			t.Logf("fine in all %d orders", tried)
		}
	}
	for _, test := range []struct {
		name string
		run  func(t *testing.T)
	}{
		{"every grant has a new token", everyOrder(oldToken)},
		{"two clients never hold the lease", everyOrder(twoHolders)},
		{"a lease that is over stays over", everyOrder(revived)},
		{"a renewal lasts for a full TTL under the same token", everyOrder(badRenewal)},
		{"a live lease can be renewed and released", everyOrder(lockedOut)},
		{"a late request is told so", everyOrder(notTold)},
		{"a lease can be renewed for long", renewedForLong},
		{"a lease that never was is not held", neverGranted},
		{"a lease is released once", releasedOnce},
		{"a lease is over even if its copy says otherwise", copySaysOtherwise},
	} {
		if !t.Run(test.name, test.run) {
			return
		}
	}
}

// explore tries every order of two clients who acquire, renew and release, one
// who comes by, and a ticking clock; once with two clients, and once with one
// that is started again under its old name.
func explore(kind mistake) (reports []*schedule.Report) {
	for _, second := range []struct {
		name, holder string
		last         chapter.Token
	}{{"client2", "client2", 32}, {"client1, restarted", "client1", 0}} {
		reports = append(reports, schedule.Explore(func(run *schedule.Run) {
			w := newWorld(run, kind, second.last)
			w.client(run, "client1", "client1")
			w.client(run, second.name, second.holder)
			w.visitor(run, "client3")
			w.ticks(run, 4)
		}, schedule.AllowWaiting()))
	}
	return reports
}

func goesWrong(r *schedule.Report) bool { return r.Err() != nil }

// mustBeFine tells the shortest order that goes wrong, if any does.
func mustBeFine(t *testing.T, report *schedule.Report) {
	t.Helper()
	if report.Violations == 0 {
		grade.Report(t, report)
		return
	}
	found := report.Findings[0]
	grade.Fail(t, "In %d of %d orders this goes wrong. The shortest:\n%v\n=> %v", report.Violations, report.Schedules, found.Story, found.Err)
}
