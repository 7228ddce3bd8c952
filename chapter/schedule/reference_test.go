package schedule_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.com/fencing/chapter/schedule"
)

// The reference: a toy language whose whole state is a few numbers, so that
// every order of its programs can be enumerated the naive way, by copying the
// state. It shares no code and no idea with the search under test.

type toyState [3]int

// A toyStep waits for a variable to be at least a number, or for nothing if
// waits is false, then adds to another, then ends its program early if a third
// is exactly some number.
type toyStep struct {
	waits            bool
	waitFor, atLeast int
	add, amount      int
	endIf, isExactly int
}

func (s toyStep) enabled(v *toyState) bool { return !s.waits || v[s.waitFor] >= s.atLeast }

func (s toyStep) take(v *toyState) (end bool) {
	v[s.add] += s.amount
	return v[s.endIf] == s.isExactly
}

type toyWorld [][]toyStep

// toyName names step j of program i.
func toyName(i, j int) string { return string([]byte{'a' + byte(i), '0' + byte(j), ' '}) }

func randomToyWorld(r *rand.Rand) toyWorld {
	lengths := []int{1: 6, 2: 6, 3: 4, 4: 3} // with these, no world has too many orders
	world := make(toyWorld, 1+r.IntN(4))
	for i := range world {
		world[i] = make([]toyStep, r.IntN(lengths[len(world)]))
		for j := range world[i] {
			world[i][j] = toyStep{
				waits: r.IntN(2) == 0, waitFor: r.IntN(3), atLeast: r.IntN(3),
				add: r.IntN(3), amount: r.IntN(4) - 1,
				endIf: r.IntN(3), isExactly: 1 + r.IntN(4),
			}
		}
	}
	return world
}

// A toyEnd is how a schedule ended: what was done, and in which state.
type toyEnd struct {
	Trace string
	State toyState
	Waits bool
}

// enumerate returns the end of every schedule that begins with so much done.
func (w toyWorld) enumerate(state toyState, at []int, trace string) []toyEnd {
	var ends []toyEnd
	stuck, waits := true, false
	for i, program := range w {
		if at[i] == len(program) {
			continue
		}
		step := program[at[i]]
		if !step.enabled(&state) {
			waits = true
			continue
		}
		stuck = false
		after, then := state, slices.Clone(at)
		then[i]++
		if step.take(&after) {
			then[i] = len(program)
		}
		ends = append(ends, w.enumerate(after, then, trace+toyName(i, at[i]))...)
	}
	if stuck {
		ends = append(ends, toyEnd{trace, state, waits})
	}
	return ends
}

// explore lets the search under test find the same.
func (w toyWorld) explore() ([]toyEnd, *schedule.Report) {
	var ends []toyEnd
	report := schedule.Explore(func(run *schedule.Run) {
		var end toyEnd
		running := len(w)
		for i, program := range w {
			run.Go(fmt.Sprint("program", i), func(p *schedule.Process) {
				for j, step := range program {
					name := toyName(i, j)
					if step.waits {
						p.Await(name, func() bool { return step.enabled(&end.State) })
					} else {
						p.Step(name)
					}
					end.Trace += name
					if step.take(&end.State) {
						break
					}
				}
				running--
			})
		}
		run.Check(func() error {
			end.Waits = running > 0
			ends = append(ends, end)
			return nil
		})
	}, schedule.AllowWaiting())
	return ends, report
}

func TestExploreFindsWhatANaiveEnumerationFinds(t *testing.T) {
	largest, waiting := 0, 0
	for seed := range uint64(1000) {
		world := randomToyWorld(rand.New(rand.NewPCG(seed, 33)))
		want := world.enumerate(toyState{}, make([]int, len(world)), "")
		got, report := world.explore()

		// The order, too: both go through the choices in the order of creation.
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("seed %d, world %+v: schedules (-naive +explored):\n%s", seed, world, diff)
		}
		if err := report.Err(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		waits := 0
		for _, end := range want {
			if end.Waits {
				waits++
			}
		}
		if report.Schedules != len(want) || report.Waiting != waits || !report.Complete {
			t.Fatalf("seed %d: %v, want %d schedules, %d of them waiting", seed, report, len(want), waits)
		}
		largest, waiting = max(largest, len(want)), waiting+waits
	}
	if largest < 500 || waiting == 0 {
		t.Errorf("the worlds are too tame to show anything: at most %d schedules, %d that wait", largest, waiting)
	}
}
