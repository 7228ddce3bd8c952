package schedule_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"example.com/fencing/chapter/schedule"
)

func TestAMutexMakesAnIncrementWhole(t *testing.T) {
	world := func(locked bool) func(run *schedule.Run) {
		return func(run *schedule.Run) {
			var mu schedule.Mutex
			counter := 0
			increment := func(p *schedule.Process) {
				if locked {
					mu.Lock(p)
					defer mu.Unlock(p)
				}
				p.Step("read")
				seen := counter
				p.Step("write")
				counter = seen + 1
			}
			run.Go("one", increment)
			run.Go("two", increment)
			run.Check(func() error {
				if counter != 2 {
					return fmt.Errorf("two increments made %d", counter)
				}
				return nil
			})
		}
	}
	report := schedule.Explore(world(false))
	assert.Equal(t, 6, report.Schedules)
	assert.Equal(t, 4, report.Violations)

	report = schedule.Explore(world(true))
	assert.Equal(t, 2, report.Schedules)
	assert.NoError(t, report.Err())
}

func TestUnlockPanicsUnlessTheProcessHoldsTheMutex(t *testing.T) {
	var mu *schedule.Mutex
	world := func(one, two func(p *schedule.Process)) func(run *schedule.Run) {
		return func(run *schedule.Run) {
			mu = &schedule.Mutex{}
			withTwo(one, two)(run)
		}
	}
	report := schedule.Explore(world(twoSteps, func(p *schedule.Process) { mu.Unlock(p) }))
	assert.ErrorContains(t, report.Err(), "schedule: two unlocks a Mutex that is not locked")

	report = schedule.Explore(world(
		func(p *schedule.Process) { mu.Lock(p) },
		func(p *schedule.Process) {
			p.Await("locked", func() bool { return mu.Holder() != nil })
			mu.Unlock(p)
		}))
	assert.ErrorContains(t, report.Err(), "schedule: two unlocks a Mutex that one holds")
}
