package lease_table_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/schedule"
	"example.com/fencing/exercises/internal/grade"
)

// A world is the file, emptied, with clients whose statements are steps.
type world struct {
	file  *file
	clock chapter.Clock
	steps int // taken so far
	fault *fault

	grants   []*grant      // in their order
	newest   chapter.Token // that has been sent to the document
	expected document
}

// A fault is the first thing that goes wrong in a schedule.
type fault struct {
	error
	after int // steps
}

func (w *world) wrong(format string, args ...any) {
	if w.fault == nil {
		w.fault = &fault{fmt.Errorf(format, args...), w.steps}
	}
}

// turnedAway is called when somebody meets a lock of another's.
func (w *world) turnedAway(err error) { w.wrong("%s", unexpected("The statement", err, "")) }

var errOver = errors.New("something has gone wrong before: nothing is carried out any more")

// step lets the process wait for its turn. Once something is wrong, nothing is
// carried out any more. (To let the processes wait for ever is no way: a search
// leaves such a process by a panic, and one in the middle of a sql.Tx then hangs
// in its Rollback.)
func (w *world) step(p *schedule.Process, name string) error {
	p.Step(name)
	w.steps++
	if w.fault != nil {
		return errOver
	}
	return nil
}

// lost says that a search has hung: a call is left behind that never returns,
// and may keep a lock for ever.
var lost bool

// explore runs all schedules of a world, in which check may say at the end what
// is wrong, and tells the shortest one up to where it goes wrong.
func explore(t *testing.T, f *file, build func(w *world, run *schedule.Run), check func(w *world)) {
	t.Helper()
	report := schedule.Explore(func(run *schedule.Run) {
		f.fresh()
		w := &world{file: f}
		f.turnedAway = w.turnedAway
		build(w, run)
		run.Check(func() error {
			if w.fault == nil {
				check(w)
			}
			if w.fault == nil {
				return nil
			}
			return w.fault
		})
	}, schedule.MaxSteps(100), schedule.MaxSchedules(2_000))
	lost = lost || strings.Contains(report.String(), "that hangs:")
	if len(report.Findings) == 0 && !report.Complete {
		grade.Fail(t, "Nothing wrong in %d schedules, but there are more: does each call need all of its statements?", report.Schedules)
	}
	for i := range report.Findings {
		finding := &report.Findings[i]
		if fault, ok := finding.Err.(*fault); ok {
			finding.Story = finding.Story[:fault.after]
		}
	}
	grade.Report(t, report)
}
