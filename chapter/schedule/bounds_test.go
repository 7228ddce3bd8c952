package schedule_test

import (
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter/schedule"
)

func TestASearchThatStopsAtABoundSaysSo(t *testing.T) {
	world := withTwo(twoSteps, twoSteps)

	report := schedule.Explore(world, schedule.MaxSchedules(5))
	assert.False(t, report.Complete)
	assert.EqualError(t, report.Err(), "stopped after 5 schedules (MaxSchedules), NOT complete: none goes wrong")

	report = schedule.Explore(world, schedule.MaxSchedules(5), schedule.AllowIncomplete())
	assert.False(t, report.Complete)
	assert.Equal(t, "stopped after 5 schedules (MaxSchedules), NOT complete: none goes wrong", report.String())
	assert.NoError(t, report.Err())

	report = schedule.Explore(world, schedule.MaxSchedules(6))
	assert.True(t, report.Complete, "there are six")
	assert.Equal(t, "6 schedules, which are all there are: none goes wrong", report.String())
	assert.NoError(t, report.Err())
}

func TestSchedulesThatAreCutOffAreNotChecked(t *testing.T) {
	checked := 0
	world := func(run *schedule.Run) {
		run.Go("one", func(p *schedule.Process) {
			for steps := 0; steps < 3; {
				p.Step("step")
				steps++
			}
		})
		heads := false
		run.Go("coin", func(p *schedule.Process) { p.Step("heads"); heads = true })
		run.Go("loop", func(p *schedule.Process) {
			for !heads {
				p.Step("again")
			}
		})
		run.Check(func() error { checked++; return nil })
	}
	report := schedule.Explore(world, schedule.MaxSteps(6), schedule.AllowIncomplete())
	require.NoError(t, report.Err())
	assert.False(t, report.Complete)
	assert.Positive(t, checked)
	assert.Less(t, checked, report.Schedules)
	assert.Regexp(t, `^\d+ schedules, NOT all there are: none goes wrong, \d+ left unchecked after 6 steps \(MaxSteps\)$`, report.String())
}

func TestAScheduleThatFailsIsNotCountedAsWaiting(t *testing.T) {
	report := schedule.Explore(func(run *schedule.Run) {
		given, waited := false, false
		run.Go("taker", func(p *schedule.Process) {
			p.Step("look")
			waited = !given
			p.Await("take", func() bool { return given })
			panic("taken")
		})
		run.Go("giver", func(p *schedule.Process) {
			p.Step("give, if nobody has looked")
			given = !waited
		})
	}, schedule.AllowWaiting())
	assert.Equal(t, 2, report.Schedules)
	assert.Equal(t, 1, report.Waiting)
}

func TestAnIncompleteSearchStillFailsOnWhatItFinds(t *testing.T) {
	wrong := errors.New("wrong")
	report := schedule.Explore(func(run *schedule.Run) {
		withTwo(twoSteps, twoSteps)(run)
		run.Check(func() error { return wrong })
	}, schedule.MaxSchedules(2), schedule.AllowIncomplete())
	assert.ErrorIs(t, report.Err(), wrong)
	assert.Equal(t, 2, report.Violations)
}

func TestProgressIsReportedWhileTheSearchRuns(t *testing.T) {
	var seen atomic.Int64
	begun := 0
	report := schedule.Explore(func(run *schedule.Run) {
		run.Go("one", func(p *schedule.Process) { p.Step("step") })
		run.Go("two", func(p *schedule.Process) {
			p.Step("wait until progress has been reported")
			for deadline := time.Now().Add(5 * time.Second); seen.Load() == 0 && time.Now().Before(deadline); {
				time.Sleep(time.Millisecond)
			}
		})
	}, schedule.Impatient(50*time.Millisecond), schedule.Progress(func(schedules int) {
		if seen.Add(1) == 1 {
			begun = schedules
		}
	}))
	assert.Equal(t, 2, report.Schedules)
	assert.Positive(t, seen.Load())
	assert.Equal(t, 1, begun, "schedules begun at that time")
}

func TestAPanicInProgressReachesTheCallerAndEndsTheSearch(t *testing.T) {
	returned, over := make(chan struct{}), make(chan struct{})
	assert.PanicsWithValue(t, "enough", func() {
		schedule.Explore(func(run *schedule.Run) {
			run.Go("one", func(p *schedule.Process) {
				defer close(over)
				p.Step("wait")
				<-returned
				p.Step("never taken")
				t.Error("the search went on")
			})
		}, schedule.Impatient(10*time.Millisecond), schedule.Progress(func(int) { panic("enough") }))
	})
	close(returned)
	<-over
}

// In a synctest bubble time is not real, and the watcher's is the same.
func TestOnlyAStepThatTakesFiveSecondsIsGivenUp(t *testing.T) {
	world := func(nap time.Duration) func(run *schedule.Run) {
		return func(run *schedule.Run) {
			start := time.Now()
			run.Go("sleeper", func(p *schedule.Process) {
				p.Step("sleep")
				time.Sleep(nap)
				p.Step("sleep again")
				time.Sleep(nap)
			})
			run.Go("two", twoSteps)
			run.Check(func() error {
				assert.Equal(t, 2*nap, time.Since(start))
				return nil
			})
		}
	}
	synctest.Test(t, func(t *testing.T) {
		report := schedule.Explore(world(4 * time.Second))
		assert.NoError(t, report.Err())
		assert.Equal(t, 6, report.Schedules)

		report = schedule.Explore(world(10 * time.Second))
		assert.ErrorContains(t, report.Err(), `sleeper, in "sleep", has not come back for 5s`)
		time.Sleep(time.Minute) // so that the sleeper wakes up and finds that it is over
	})
}
