package schedule_test

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter/schedule"
)

// theFinding returns the only finding of a report.
func theFinding(t *testing.T, report *schedule.Report) schedule.Finding {
	t.Helper()
	require.Len(t, report.Findings, 1, "findings in: %v", report)
	require.Error(t, report.Err())
	return report.Findings[0]
}

func withTwo(one, two func(p *schedule.Process)) func(run *schedule.Run) {
	return func(run *schedule.Run) {
		run.Go("one", one)
		run.Go("two", two)
	}
}

func twoSteps(p *schedule.Process) {
	p.Step("first")
	p.Step("second")
}

func TestAPanicIsFoundWithItsScheduleAndItsPlace(t *testing.T) {
	report := schedule.Explore(func(run *schedule.Run) {
		var items []int
		run.Go("one", func(p *schedule.Process) {
			p.Step("look")
			p.Logf("%d items", len(items))
			p.Step("take")
			items = items[1:]
		})
		run.Go("two", func(p *schedule.Process) {
			p.Step("put")
			items = append(items, 1)
		})
	})
	assert.Equal(t, 3, report.Schedules, "the search goes on after a panic")
	finding := theFinding(t, report)
	assert.Equal(t, 1, finding.Schedules)
	assert.Equal(t, []string{"one: look", "one: take"}, finding.Story.Schedule())
	assert.Equal(t, "1. one: look → 0 items\n2. one: take", finding.Story.String())
	assert.ErrorContains(t, finding.Err, `one, in "take", panicked: runtime error: slice bounds out of range [1:0]`)
	place := strings.Split(finding.Err.Error(), "\n")
	require.Len(t, place, 2, "one frame: neither the runtime's nor this package's")
	assert.Regexp(t, `TestAPanicIsFound.*\(failure_test.go:\d+\)$`, place[1])
}

func TestAnErrorThatWasPanickedWithIsFoundByErrorsIs(t *testing.T) {
	report := schedule.Explore(withTwo(twoSteps, func(p *schedule.Process) { panic(io.ErrUnexpectedEOF) }))
	assert.ErrorIs(t, report.Err(), io.ErrUnexpectedEOF)
	finding := theFinding(t, report)
	assert.ErrorContains(t, finding.Err, "two, before its first step, panicked")
	assert.Empty(t, finding.Story)
}

func TestAPanicUnwindsTheOthers(t *testing.T) {
	entered, left := 0, 0
	report := schedule.Explore(withTwo(
		func(p *schedule.Process) { p.Step("go wrong"); panic("wrong") },
		func(p *schedule.Process) {
			entered++
			defer func() { left++ }()
			defer p.Step("a step on the way out does not pause")
			twoSteps(p)
		},
	))
	assert.Equal(t, entered, left, "the deferred calls of every schedule ran")
	assert.Equal(t, 4, theFinding(t, report).Schedules)
	assert.True(t, report.Complete)
}

func TestAProcessThatCatchesEveryPanicIsLeftAllTheSame(t *testing.T) {
	report := schedule.Explore(withTwo(
		func(p *schedule.Process) {
			for range 3 {
				func() {
					defer func() { _ = recover() }()
					p.Step("guarded")
				}()
			}
		},
		func(p *schedule.Process) { p.Step("go wrong"); panic("wrong") },
	))
	assert.Equal(t, 4, theFinding(t, report).Schedules)
}

func TestAGoexitOnTheWayOutDoesNotEndTheSearch(t *testing.T) {
	report := schedule.Explore(withTwo(
		func(p *schedule.Process) {
			defer func() {
				if recover() != nil {
					runtime.Goexit()
				}
			}()
			twoSteps(p)
		},
		func(p *schedule.Process) { p.Step("go wrong"); panic("wrong") },
	))
	assert.True(t, report.Complete)
	assert.Equal(t, 3, theFinding(t, report).Schedules)
}

func TestFailNowInAProcessIsFoundAndEndsTheSearch(t *testing.T) {
	for _, deferred := range []bool{false, true} {
		failing := &testing.T{} // as if it were the caller's
		calls := 0
		report := schedule.Explore(withTwo(twoSteps, func(p *schedule.Process) {
			if deferred {
				defer p.Step("on the way out")
			}
			p.Step("assert")
			calls++
			failing.FailNow()
		}))
		assert.True(t, failing.Failed())
		if !deferred {
			assert.Equal(t, 1, calls, "it is not called again to tell the story")
		}
		finding := theFinding(t, report)
		assert.False(t, report.Complete)
		assert.ErrorContains(t, finding.Err, "called runtime.Goexit, as t.FailNow")
		assert.Equal(t, []string{"one: first", "one: second", "two: assert"}, finding.Story.Schedule()[:3])
	}
}

func TestADeadlockIsFound(t *testing.T) {
	report := schedule.Explore(func(run *schedule.Run) {
		var left, right schedule.Mutex
		philosopher := func(first, second *schedule.Mutex) func(p *schedule.Process) {
			return func(p *schedule.Process) {
				first.Lock(p)
				second.Lock(p)
				second.Unlock(p)
				first.Unlock(p)
			}
		}
		run.Go("plato", philosopher(&left, &right))
		run.Go("hypatia", philosopher(&right, &left))
	})
	finding := theFinding(t, report)
	assert.Equal(t, 4, report.Schedules)
	assert.Equal(t, 2, finding.Schedules)
	assert.Equal(t, []string{"plato: lock", "hypatia: lock"}, finding.Story.Schedule())
	assert.EqualError(t, finding.Err, `nobody can go on: plato waits at "lock" and hypatia waits at "lock"`)
}

func TestAProcessThatNeverEndsIsFound(t *testing.T) {
	spin := func(p *schedule.Process) {
		for {
			p.Step("ask")
		}
	}
	report := schedule.Explore(withTwo(spin, twoSteps))
	finding := theFinding(t, report)
	assert.Len(t, finding.Story, 1000)
	assert.ErrorContains(t, finding.Err, "no end after 1000 steps")
	assert.Contains(t, finding.Story.String(), "  20. one: ask\n      (960 more steps)\n 981. one: ask")

	report = schedule.Explore(withTwo(spin, twoSteps), schedule.MaxSteps(3))
	assert.Len(t, theFinding(t, report).Story, 3)
	assert.False(t, report.Complete)
}

func TestTheInvariantMayPanicOrFailTheTest(t *testing.T) {
	wrong := func(check func() error) func(run *schedule.Run) {
		return func(run *schedule.Run) {
			run.Go("one", func(p *schedule.Process) { p.Step("step") })
			run.Go("two", func(p *schedule.Process) { p.Step("step") })
			run.Check(check)
		}
	}
	report := schedule.Explore(wrong(func() error { panic("unheard of") }))
	finding := theFinding(t, report)
	assert.Equal(t, 2, finding.Schedules)
	assert.ErrorContains(t, finding.Err, "the invariant panicked: unheard of\n\tin ")
	assert.Equal(t, 1, strings.Count(finding.Err.Error(), "\n\tin "), "frames of the code under test in: %v", finding.Err)
	assert.Len(t, finding.Story, 2)

	report = schedule.Explore(wrong(func() error { new(testing.T).FailNow(); return nil }))
	finding = theFinding(t, report)
	assert.ErrorContains(t, finding.Err, "the invariant called runtime.Goexit")
	assert.Equal(t, []string{"one: step", "two: step"}, finding.Story.Schedule())
}

func TestAConditionMayPanicOrFailTheTest(t *testing.T) {
	wrong := func(condition func() bool) func(run *schedule.Run) {
		return withTwo(twoSteps, func(p *schedule.Process) {
			p.Step("go")
			p.Await("the impossible", condition)
		})
	}
	finding := theFinding(t, schedule.Explore(wrong(func() bool { panic("unheard of") })))
	assert.ErrorContains(t, finding.Err, "the condition that two waits for panicked: unheard of")
	assert.Equal(t, 1, strings.Count(finding.Err.Error(), "\n\tin "), "frames of the code under test in: %v", finding.Err)
	assert.Equal(t, []string{"two: go"}, finding.Story.Schedule())

	finding = theFinding(t, schedule.Explore(wrong(func() bool { new(testing.T).FailNow(); return true })))
	assert.ErrorContains(t, finding.Err, "the condition that two waits for called runtime.Goexit")
	assert.Equal(t, []string{"one: first", "one: second", "two: go"}, finding.Story.Schedule())
}

func TestTheWorldFunctionMayPanicOrFailTheTest(t *testing.T) {
	report := schedule.Explore(func(*schedule.Run) { panic("no world") })
	assert.Contains(t, report.String(), "1 schedule, NOT all there are: 1 cannot begin\n\nThe one that cannot begin:\n(before the first step)\n=> ")
	finding := theFinding(t, report)
	assert.ErrorContains(t, finding.Err, "the world function panicked: no world\n\tin ")
	assert.Equal(t, 1, strings.Count(finding.Err.Error(), "\n\tin "), "frames of the code under test in: %v", finding.Err)
	assert.Empty(t, finding.Story)

	finding = theFinding(t, schedule.Explore(func(*schedule.Run) { new(testing.T).FailNow() }))
	assert.ErrorContains(t, finding.Err, "the world function called runtime.Goexit")
}

func TestAWorldThatIsNotTheSameAgainIsFound(t *testing.T) {
	built := 0
	worlds := map[string]func(run *schedule.Run){
		"steps of other names": func(run *schedule.Run) {
			withTwo(twoSteps, func(p *schedule.Process) {
				p.Step(string(rune('a' + built)))
				twoSteps(p)
			})(run)
		},
		"other choices": func(run *schedule.Run) {
			now := built
			withTwo(twoSteps, func(p *schedule.Process) { p.Await("luck", func() bool { return now%2 == 0 }) })(run)
		},
		"other processes": func(run *schedule.Run) {
			run.Go(string(rune('a'+built)), twoSteps)
			run.Go("two", twoSteps)
		},
		"fewer processes": func(run *schedule.Run) {
			for i := range 3 - built {
				run.Go(string(rune('a'+i)), twoSteps)
			}
		},
		"more processes": func(run *schedule.Run) {
			for i := range 2 + built {
				run.Go(string(rune('a'+i)), twoSteps)
			}
		},
		"an earlier end": func(run *schedule.Run) {
			steps := 3 - built
			withTwo(twoSteps, func(p *schedule.Process) {
				for range steps {
					p.Step("step")
				}
			})(run)
		},
		"a panic": func(run *schedule.Run) {
			now := built
			withTwo(twoSteps, func(p *schedule.Process) {
				if now == 2 {
					panic("now and then")
				}
				p.Step("step")
			})(run)
		},
	}
	for name, world := range worlds {
		t.Run(name, func(t *testing.T) {
			built = -1
			report := schedule.Explore(func(run *schedule.Run) { built++; world(run) }, schedule.AllowWaiting())
			finding := report.Findings[len(report.Findings)-1]
			assert.ErrorContains(t, finding.Err, "the world is not deterministic: after the same")
			assert.False(t, report.Complete)
		})
	}
}

func TestAVerdictThatIsNotTheSameAgainIsFound(t *testing.T) {
	built := 0
	report := schedule.Explore(func(run *schedule.Run) {
		built++
		mood := fmt.Errorf("mood %d", built)
		run.Go("one", twoSteps)
		run.Check(func() error {
			if built > 1 {
				return nil
			}
			return mood
		})
	})
	require.Len(t, report.Findings, 2)
	assert.EqualError(t, report.Findings[0].Err, "mood 1")
	assert.ErrorContains(t, report.Findings[1].Err, "performed again, it ends otherwise; at first: mood 1; now: all is well")
}

// A lock of the real sort that a process holds while it is paused blocks the
// next one for good.
func TestARealLockHeldAcrossAStepIsFound(t *testing.T) {
	var locks []*sync.Mutex
	report := schedule.Explore(func(run *schedule.Run) {
		var mu sync.Mutex
		locks = append(locks, &mu)
		client := func(p *schedule.Process) {
			p.Step("lock")
			mu.Lock()
			p.Step("work")
			mu.Unlock()
		}
		run.Go("one", client)
		run.Go("two", client)
	}, schedule.Impatient(20*time.Millisecond))
	defer func() { // let the lost goroutine go, for the sake of the other tests
		for _, mu := range locks {
			mu.TryLock()
			mu.Unlock()
		}
	}()
	finding := theFinding(t, report)
	assert.Equal(t, []string{"one: lock", "two: lock"}, finding.Story.Schedule())
	assert.ErrorContains(t, finding.Err, `two, in "lock", has not come back for 100ms: does it wait for a real lock`)
	assert.Equal(t, 2, report.Schedules, "one schedule went well before")
	assert.False(t, report.Complete)
}

func TestCodeThatDoesNotComeBackIsFoundWhereverItIs(t *testing.T) {
	for _, test := range []struct{ where, who string }{
		{"world", "the world function"},
		{"start", "two, before its first step,"},
		{"step", `two, in "go",`},
		{"condition", "the condition that two waits for"},
		{"check", "the invariant"},
		{"unwinding", "two, told to leave because its schedule is over,"},
	} {
		t.Run(test.where, func(t *testing.T) {
			t.Parallel()
			var release sync.WaitGroup
			release.Add(1)
			defer release.Done()
			block := func(where string) {
				if where == test.where {
					release.Wait()
				}
			}
			report := schedule.Explore(func(run *schedule.Run) {
				block("world")
				run.Go("one", func(p *schedule.Process) {
					p.Step("go")
					if test.where == "unwinding" {
						panic("wrong")
					}
				})
				run.Go("two", func(p *schedule.Process) {
					block("start")
					defer block("unwinding")
					p.Step("go")
					block("step")
					p.Await("condition", func() bool { block("condition"); return true })
				})
				run.Check(func() error { block("check"); return nil })
			}, schedule.Impatient(20*time.Millisecond))
			assert.ErrorContains(t, theFinding(t, report).Err, test.who+" has not come back")
		})
	}
}
