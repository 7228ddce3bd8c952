package schedule_test

import (
	"errors"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"example.com/fencing/chapter/schedule"
)

func TestNoGoroutineIsLeftBehind(t *testing.T) {
	never := func() bool { return false }
	for name, explore := range map[string]func() error{
		"a complete search": func() error {
			return schedule.Explore(leases{ticks: 1}.world, schedule.AllowWaiting()).Err()
		},
		"a bound": func() error {
			return schedule.Explore(withTwo(twoSteps, twoSteps), schedule.MaxSchedules(2)).Err()
		},
		"an endless process": func() error {
			return schedule.Explore(withTwo(twoSteps, twoSteps), schedule.MaxSteps(2)).Err()
		},
		"a panic": func() error {
			return schedule.Explore(withTwo(twoSteps, func(p *schedule.Process) { twoSteps(p); panic("wrong") })).Err()
		},
		"a Goexit": func() error {
			return schedule.Explore(withTwo(twoSteps, func(p *schedule.Process) { twoSteps(p); runtime.Goexit() })).Err()
		},
		"a Goexit on the way out": func() error {
			return schedule.Explore(withTwo(
				func(p *schedule.Process) { defer runtime.Goexit(); twoSteps(p) },
				func(p *schedule.Process) { p.Step("go wrong"); panic("wrong") },
			)).Err()
		},
		"a step in a Goexit": func() error {
			return schedule.Explore(withTwo(
				func(p *schedule.Process) { defer twoSteps(p); p.Step("go"); runtime.Goexit() },
				func(p *schedule.Process) { p.Await("the first", never) },
			)).Err()
		},
		"a Goexit in the world": func() error {
			return schedule.Explore(func(run *schedule.Run) { run.Go("one", twoSteps); runtime.Goexit() }).Err()
		},
		"a Goexit in a condition": func() error {
			return schedule.Explore(withTwo(twoSteps, func(p *schedule.Process) {
				p.Await("nothing", func() bool { runtime.Goexit(); return true })
			})).Err()
		},
		"a Goexit in the invariant": func() error {
			return schedule.Explore(func(run *schedule.Run) {
				run.Go("one", twoSteps)
				run.Check(func() error { runtime.Goexit(); return nil })
			}).Err()
		},
		"a deadlock": func() error {
			return schedule.Explore(withTwo(twoSteps, func(p *schedule.Process) { p.Await("never", never) })).Err()
		},
		"a violation": func() error {
			return schedule.Explore(func(run *schedule.Run) {
				run.Go("one", twoSteps)
				run.Check(func() error { return errors.New("wrong") })
			}).Err()
		},
		"a replay that cannot be had": func() error {
			_, err := schedule.Replay(withTwo(twoSteps, twoSteps), []string{"one", "three"})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			before := runtime.NumGoroutine()
			if err := explore(); name != "a complete search" {
				assert.Error(t, err)
			}
			deadline := time.Now().Add(5 * time.Second)
			for runtime.NumGoroutine() > before && time.Now().Before(deadline) {
				time.Sleep(time.Millisecond)
			}
			if now := runtime.NumGoroutine(); now > before {
				stacks := make([]byte, 1<<16)
				t.Errorf("%d goroutines before, %d after:\n%s", before, now, stacks[:runtime.Stack(stacks, true)])
			}
		})
	}
}
