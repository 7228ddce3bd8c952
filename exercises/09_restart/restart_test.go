package restart_test

import (
	"math"
	"testing"

	"example.com/fencing/chapter"
	"example.com/fencing/exercises/internal/grade"
)

// What the numbers are must not matter.
var tokens = [][4]chapter.Token{
	{33, 34, 35, 36},
	{9, 10, math.MaxUint64 - 1, math.MaxUint64},
}

func TestTheStorageSurvives(t *testing.T) {
	survives(t, func() (machines []machine) {
		for _, tokens := range tokens {
			machines = append(machines, &storageMachine{tokens: tokens})
		}
		return machines
	})
}

func TestTheCounterSurvives(t *testing.T) {
	survives(t, func() []machine { return []machine{&counterMachine{}} })
}

// Whoever saves a number far ahead, and then counts in memory, has to save again
// in time.
func TestTheCounterSurvivesALongLife(t *testing.T) {
	var e explorer
	if story := e.restart(&counterMachine{long: true}); story != "" {
		grade.Fail(t, "%s", story)
	}
}

// survives goes from the simple to the hard, and stops at what goes wrong first.
func survives(t *testing.T, machines func() []machine) {
	for _, stage := range []struct {
		what  string
		story func(*explorer, machine) string
	}{
		{"a restart that loses nothing", (*explorer).restart},
		{"a power failure at any moment", func(e *explorer, m machine) string {
			return e.explore(m, platter{}, 1, 0, &story{})
		}},
		{"a second one after it", func(e *explorer, m machine) string {
			return e.explore(m, platter{}, 2, 0, &story{})
		}},
	} {
		passed := t.Run(stage.what, func(t *testing.T) {
			var e explorer
			for _, m := range machines() {
				if story := stage.story(&e, m); story != "" {
					grade.Fail(t, "%s", story)
				}
			}
			t.Logf("%d lives", e.lives)
		})
		if !passed {
			return
		}
	}
}
