package schedule

import (
	"fmt"
	"runtime"
)

// A move is one step of a schedule as the search sees it.
type move struct {
	enabled uint64 // the set of processes that could go
	chosen  int    // which of them went
	step    string // what it had announced, "" until the move is made
}

// An engine performs schedules of one world, one after the other.
type engine struct {
	world    func(*Run)
	settings settings
	slots    []*slot
	names    []string // of the processes, as the first world has them
	watch    watch

	// path is the schedule. What it holds when a performance begins has to be
	// followed; the rest is added on the way. It has room for the longest
	// schedule, so that it stays where it is.
	path []move

	// waited says that the last schedule ended with a process waiting, as it may.
	waited bool

	// exit says where runtime.Goexit, called outside the processes, has ended
	// the goroutine of the search.
	exit failure
}

func newEngine(world func(*Run), settings settings) *engine {
	return &engine{world: world, settings: settings, path: make([]move, 0, settings.maxSteps)}
}

// A chooser says who goes next, or returns an error to end the performance.
type chooser func(run *Run, enabled uint64) (int, error)

// perform runs one schedule in a fresh world: along the path as far as it
// goes, and then as choose says until nobody can go on or somebody fails.
//
// What goes wrong in a process stays in its slot. What goes wrong in the
// world function, in a condition or in the invariant is caught here.
func (e *engine) perform(told *Story, choose chooser) (result failure) {
	run := &Run{engine: e, told: told, processes: make([]Process, 0, len(e.names))}
	returned := false
	defer func() {
		if value := recover(); value != nil {
			result = failure{panicked, panicError{e.describe(e.watch.at(), e.path), value, callers()}}
			if !run.begun {
				result.kind = broken
			}
		} else if !returned {
			e.exit = failure{exited, exitError(e.describe(e.watch.at(), e.path))}
		}
		run.unwind()
		e.enter(place{})
		e.path = e.path[:run.steps]
	}()
	result = e.play(run, choose)
	returned = true
	if run.steps < len(e.path) && !result.kind.endsSearch() {
		result = e.strayed(run.steps, "the schedule went on", "it ends")
	}
	return result
}

// play is perform without the precautions.
func (e *engine) play(run *Run, choose chooser) failure {
	e.waited = false
	e.enter(place{doing: building})
	e.watch.schedules.Add(1)
	e.world(run)
	run.begun = true
	if result := e.compareNames(run); result.happened() {
		return result
	}
	for i := range run.processes {
		p := &run.processes[i]
		p.slot = e.slot(i)
		p.slot.process = p
		e.enter(place{doing: starting, process: i})
		p.resume()
		if p.failure.happened() {
			return p.failure
		}
	}
	for {
		enabled := run.enabled()
		if enabled == 0 {
			return e.judge(run)
		}
		if run.steps == e.settings.maxSteps {
			return failure{endless, fmt.Errorf("no end after %d steps: let a loop that waits use Await, or raise MaxSteps", run.steps)}
		}
		chosen, result := e.next(run, enabled, choose)
		if result.happened() {
			return result
		}
		p := &run.processes[chosen]
		if run.told != nil {
			run.told.add(p.name, p.step)
		}
		run.steps++
		e.enter(place{stepping, chosen, run.steps})
		p.resume()
		if p.failure.happened() {
			return p.failure
		}
	}
}

// next returns who goes next: the one whom the path names if it goes that
// far, else the one that choose chooses.
func (e *engine) next(run *Run, enabled uint64, choose chooser) (int, failure) {
	if run.steps == len(e.path) {
		chosen, err := choose(run, enabled)
		if err != nil {
			return 0, failure{impossible, err}
		}
		e.path = append(e.path, move{enabled, chosen, run.processes[chosen].step})
		return chosen, failure{}
	}
	m := &e.path[run.steps]
	if m.enabled != enabled {
		return 0, e.strayed(run.steps, e.set(m.enabled)+" could go", e.set(enabled)+" can go")
	}
	step := run.processes[m.chosen].step
	if m.step == "" {
		m.step = step
	}
	if m.step != step {
		return 0, e.strayed(run.steps, fmt.Sprintf("%s came to %q", e.names[m.chosen], m.step), fmt.Sprintf("it comes to %q", step))
	}
	return m.chosen, failure{}
}

// judge ends a schedule in which nobody can go on.
func (e *engine) judge(run *Run) failure {
	waiting := run.waiting()
	if len(waiting) > 0 && !e.settings.allowWaiting {
		return failure{deadlock, deadlockError(waiting)}
	}
	e.waited = len(waiting) > 0
	if run.check != nil {
		e.enter(place{doing: checking, steps: run.steps})
		if err := run.check(); err != nil {
			return failure{violation, err}
		}
	}
	return failure{}
}

// slot returns the coroutine for process number i.
func (e *engine) slot(i int) *slot {
	if i == len(e.slots) {
		e.slots = append(e.slots, newSlot())
	}
	if e.slots[i].lost {
		e.slots[i].discard()
		e.slots[i] = newSlot()
	}
	return e.slots[i]
}

// enter tells the watch where the search is. When the search has been given
// up meanwhile, it ends the goroutine.
func (e *engine) enter(at place) {
	if !e.watch.enter(at) {
		runtime.Goexit()
	}
}

// close ends all coroutines.
func (e *engine) close() {
	for _, s := range e.slots {
		s.discard()
	}
}
