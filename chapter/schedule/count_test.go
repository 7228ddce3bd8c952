package schedule_test

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter/schedule"
)

// interleavings is the closed formula: the number of orders of processes with
// so many steps each, (a+b+c+...)! / (a! b! c! ...).
func interleavings(steps []int) int {
	sum, n := 0, big.NewInt(1)
	for _, k := range steps {
		sum += k
		n.Mul(n, new(big.Int).Binomial(int64(sum), int64(k)))
	}
	return int(n.Int64())
}

// independent returns a world of processes that have nothing to do with each
// other, with so many steps each. It adds each trace to the set of traces.
func independent(steps []int, traces map[string]int) func(run *schedule.Run) {
	return func(run *schedule.Run) {
		var trace strings.Builder
		for i, k := range steps {
			run.Go(fmt.Sprint("p", i), func(p *schedule.Process) {
				for step := range k {
					p.Step(fmt.Sprint(step))
					fmt.Fprintf(&trace, "%d%d ", i, step)
				}
			})
		}
		run.Check(func() error {
			traces[trace.String()]++
			return nil
		})
	}
}

func TestExploreRunsEveryInterleavingOnce(t *testing.T) {
	for _, steps := range [][]int{
		{0}, {1}, {5}, {0, 0}, {0, 3}, {1, 1}, {2, 2}, {3, 2}, {2, 3}, {1, 9}, {6, 6},
		{1, 1, 1}, {2, 2, 2}, {3, 2, 1}, {1, 2, 3}, {0, 2, 0, 2}, {3, 3, 3},
		{1, 1, 1, 1}, {2, 2, 2, 1}, {1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1},
	} {
		t.Run(fmt.Sprint(steps), func(t *testing.T) {
			traces := map[string]int{}
			report := schedule.Explore(independent(steps, traces))
			require.NoError(t, report.Err())
			assert.True(t, report.Complete)
			assert.Equal(t, interleavings(steps), report.Schedules, "schedules")
			assert.Len(t, traces, report.Schedules, "different schedules")
		})
	}
}

func TestTwoProcessesOfTwoStepsHaveSixOrders(t *testing.T) {
	traces := map[string]int{}
	schedule.Explore(independent([]int{2, 2}, traces))
	assert.Equal(t, map[string]int{
		"00 01 10 11 ": 1, "00 10 01 11 ": 1, "00 10 11 01 ": 1,
		"10 11 00 01 ": 1, "10 00 11 01 ": 1, "10 00 01 11 ": 1,
	}, traces)
}

func TestTheSearchGoesDepthFirstInTheOrderOfCreation(t *testing.T) {
	var order []string
	schedule.Explore(func(run *schedule.Run) {
		trace := ""
		for _, name := range []string{"a", "b", "c"} {
			run.Go(name, func(p *schedule.Process) { p.Step("step"); trace += name })
		}
		run.Check(func() error { order = append(order, trace); return nil })
	})
	assert.Equal(t, []string{"abc", "acb", "bac", "bca", "cab", "cba"}, order)
}

func TestProcessesRunToTheirFirstStepInTheOrderOfCreation(t *testing.T) {
	schedule.Explore(func(run *schedule.Run) {
		trace := ""
		for _, name := range []string{"a", "b"} {
			run.Go(name, func(p *schedule.Process) {
				trace += "begin " + name + ", "
				p.Step("step")
			})
		}
		trace += "world, "
		run.Check(func() error {
			assert.Equal(t, "world, begin a, begin b, ", trace)
			return nil
		})
	})
}

func TestAProcessThatAwaitsIsNoChoiceUntilItsConditionHolds(t *testing.T) {
	report := schedule.Explore(func(run *schedule.Run) {
		sent := 0
		run.Go("sender", func(p *schedule.Process) {
			for range 3 {
				p.Step("send")
				sent++
			}
		})
		run.Go("receiver", func(p *schedule.Process) {
			for i := range 3 {
				p.Await("receive", func() bool { return sent > i })
				assert.Greater(t, sent, i, "the condition holds when the step is taken")
			}
		})
	})
	require.NoError(t, report.Err())
	assert.Equal(t, 5, report.Schedules, "as many as there are ways to nest three pairs of brackets")
}

func TestTheSameWorldGivesTheSameReport(t *testing.T) {
	first := schedule.Explore(leases{ticks: 2, checks: 1}.world).String()
	for range 5 {
		assert.Equal(t, first, schedule.Explore(leases{ticks: 2, checks: 1}.world).String())
	}
}

func TestExplorationsRunSideBySide(t *testing.T) {
	for i := range 8 {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			report := schedule.Explore(leases{ticks: 1, checks: 2}.world, schedule.AllowWaiting())
			assert.Equal(t, 34, report.Schedules)
		})
	}
}

func TestAnExplorationInsideAnother(t *testing.T) {
	report := schedule.Explore(func(run *schedule.Run) {
		inner := 0
		run.Go("outer", func(p *schedule.Process) {
			p.Step("explore")
			inner = schedule.Explore(independent([]int{2, 2}, map[string]int{})).Schedules
		})
		run.Check(func() error {
			assert.Equal(t, 6, inner)
			return nil
		})
	})
	assert.NoError(t, report.Err())
}
