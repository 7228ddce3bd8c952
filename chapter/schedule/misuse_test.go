package schedule_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"example.com/fencing/chapter/schedule"
)

func TestMisuseIsAClearFinding(t *testing.T) {
	step := func(p *schedule.Process) { p.Step("step") }
	var kept *schedule.Process
	for _, test := range []struct {
		name  string
		world func(run *schedule.Run)
		err   string
	}{
		{"no process", func(*schedule.Run) {},
			"the world has no process: add some with run.Go"},
		{"a process without a name", func(run *schedule.Run) { run.Go("", step) },
			"the world function panicked: schedule: Go: a process needs a name for the story"},
		{"a process without a function", func(run *schedule.Run) { run.Go("one", nil) },
			`schedule: Go("one"): a process needs a function`},
		{"two of one name", func(run *schedule.Run) { run.Go("one", step); run.Go("one", step) },
			`schedule: Go("one"): there already is a process of that name`},
		{"too many processes", func(run *schedule.Run) {
			for i := range 65 {
				run.Go(fmt.Sprint(i), step)
			}
		}, `schedule: Go("64"): a world has at most 64 processes`},
		{"a process added by a process", func(run *schedule.Run) {
			run.Go("one", func(p *schedule.Process) { p.Step("spawn"); run.Go("two", step) })
		}, `one, in "spawn", panicked: schedule: Go("two"): the world function has returned`},
		{"an invariant set by a process", func(run *schedule.Run) {
			run.Go("one", func(p *schedule.Process) { run.Check(func() error { return nil }) })
		}, "schedule: Check: the world function has returned"},
		{"no invariant", func(run *schedule.Run) { run.Check(nil) },
			"schedule: Check needs an invariant"},
		{"two invariants", func(run *schedule.Run) {
			run.Check(func() error { return nil })
			run.Check(func() error { return nil })
		}, "schedule: Check: there already is an invariant"},
		{"a step without a name", func(run *schedule.Run) {
			run.Go("one", func(p *schedule.Process) { p.Step("") })
		}, "schedule: Step of process one needs a name for the story"},
		{"no condition", func(run *schedule.Run) {
			run.Go("one", func(p *schedule.Process) { p.Await("wait", nil) })
		}, "schedule: Await needs a condition"},
		{"a step of another process", func(run *schedule.Run) {
			var one *schedule.Process
			run.Go("one", func(p *schedule.Process) { one = p; p.Step("step") })
			run.Go("two", func(p *schedule.Process) { p.Step("meddle"); one.Step("meddled") })
		}, `schedule: Step("meddled") of process one is called from outside it`},
		{"a step in the invariant", func(run *schedule.Run) {
			var one *schedule.Process
			run.Go("one", func(p *schedule.Process) { one = p; p.Step("step") })
			run.Check(func() error { one.Step("check"); return nil })
		}, `schedule: Step("check") of process one is called from outside it`},
		{"a process of an earlier schedule", func(run *schedule.Run) {
			run.Go("one", func(p *schedule.Process) { kept = p; p.Step("step") })
			run.Go("two", func(p *schedule.Process) {
				old := kept
				p.Step("step")
				kept = old
			})
			run.Check(func() error { kept.Step("check"); return nil })
		}, `or after its schedule has ended`},
	} {
		t.Run(test.name, func(t *testing.T) {
			finding := theFinding(t, schedule.Explore(test.world))
			assert.ErrorContains(t, finding.Err, test.err)
		})
	}
}

func TestMisuseOfExploreItselfPanics(t *testing.T) {
	assert.PanicsWithValue(t, "schedule: Explore needs a world", func() { schedule.Explore(nil) })
	assert.PanicsWithValue(t, "schedule: MaxSchedules needs room for one schedule", func() { schedule.MaxSchedules(0) })
	assert.PanicsWithValue(t, "schedule: MaxSteps needs room for one step", func() { schedule.MaxSteps(0) })
	assert.PanicsWithValue(t, "schedule: MaxSteps can be 1048575 at most", func() { schedule.MaxSteps(1 << 20) })
}

func TestAnInvariantIsNoDuty(t *testing.T) {
	assert.NoError(t, schedule.Explore(withTwo(twoSteps, twoSteps)).Err())
}

func TestSixtyFourProcessesFit(t *testing.T) {
	report := schedule.Explore(func(run *schedule.Run) {
		turn := 0
		for i := range 64 {
			run.Go(fmt.Sprint(i), func(p *schedule.Process) {
				p.Await("my turn", func() bool { return turn == i })
				turn++
			})
		}
	})
	assert.NoError(t, report.Err())
	assert.Equal(t, 1, report.Schedules)
}
