package schedule_test

import (
	"fmt"
	"iter"
	"math"
	"testing"
	"time"

	"example.com/fencing/chapter/schedule"
)

// aBareSwitch returns the time of one switch into a coroutine and back, the
// least that a step can cost.
func aBareSwitch() float64 {
	next, stop := iter.Pull(func(yield func(struct{}) bool) {
		for yield(struct{}{}) {
		}
	})
	defer stop()
	const n = 2000
	start := time.Now()
	for range n {
		next()
	}
	return nanoseconds(time.Since(start)) / n
}

func nanoseconds(d time.Duration) float64 { return float64(d.Nanoseconds()) }

// A shape is a world of processes that do nothing but step.
type shape struct{ processes, steps int }

func (s shape) world(log bool) func(run *schedule.Run) {
	names := make([]string, s.processes)
	for i := range names {
		names[i] = fmt.Sprint("process", i)
	}
	body := func(p *schedule.Process) {
		for i := range s.steps {
			p.Step("step")
			if log {
				p.Logf("number %d", i)
			}
		}
	}
	return func(run *schedule.Run) {
		for _, name := range names {
			run.Go(name, body)
		}
	}
}

// BenchmarkStep measures what a step costs, with all that belongs to it:
// coroutines, building worlds, starting and ending processes. Beside it, a bare
// switch into a coroutine and back, measured in the same run: of both, the
// fastest round counts, so that the ratio means something on a busy machine.
func BenchmarkStep(b *testing.B) {
	for _, s := range []shape{{2, 3}, {2, 5}, {2, 8}, {3, 3}, {4, 2}} {
		b.Run(fmt.Sprintf("processes=%d/steps=%d", s.processes, s.steps), func(b *testing.B) {
			compareWithBareSwitch(b, s, s.world(false))
		})
	}
	b.Run("processes=2/steps=5/logging", func(b *testing.B) {
		s := shape{2, 5}
		compareWithBareSwitch(b, s, s.world(true))
	})
}

func compareWithBareSwitch(b *testing.B, s shape, world func(run *schedule.Run)) {
	bare, step, schedules := math.Inf(1), math.Inf(1), 0
	b.ReportAllocs()
	for b.Loop() {
		start := time.Now()
		schedules = schedule.Explore(world).Schedules
		took := nanoseconds(time.Since(start))
		step = min(step, took/float64(schedules*s.processes*s.steps))
		bare = min(bare, aBareSwitch())
	}
	b.ReportMetric(step, "ns/step")
	b.ReportMetric(bare, "ns/switch")
	b.ReportMetric(step/bare, "step/switch")
	b.ReportMetric(1e9/(step*float64(s.processes*s.steps)), "schedules/s")
}

// BenchmarkGrowth shows how fast the number of schedules of a world of leases
// grows, and the time with it.
func BenchmarkGrowth(b *testing.B) {
	for _, world := range []struct{ clients, checks, ticks int }{
		{2, 0, 1}, {2, 1, 1}, {2, 2, 1}, {2, 4, 1}, {2, 8, 1}, // steps
		{2, 1, 2}, {2, 1, 4}, {2, 1, 8}, // ticks
		{3, 1, 1}, {3, 1, 2}, {4, 1, 2}, // clients
	} {
		b.Run(fmt.Sprintf("clients=%d/checks=%d/ticks=%d", world.clients, world.checks, world.ticks), func(b *testing.B) {
			l := leases{checks: world.checks, ticks: world.ticks}
			schedules, fastest := 0, math.Inf(1)
			for b.Loop() {
				start := time.Now()
				schedules = schedule.Explore(l.worldOf(world.clients), schedule.AllowWaiting()).Schedules
				fastest = min(fastest, nanoseconds(time.Since(start)))
			}
			b.ReportMetric(float64(schedules), "schedules")
			b.ReportMetric(fastest/1e6, "ms")
			b.ReportMetric(float64(schedules)/fastest*1e9, "schedules/s")
		})
	}
}
