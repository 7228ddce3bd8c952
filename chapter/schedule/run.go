package schedule

import "fmt"

// maxProcesses is how many processes fit into the set of those that can go
// next. A world of that size is far beyond any search.
const maxProcesses = 64

// A Run is one schedule in the making. The world function gets it, fresh each
// time, and tells it what the world consists of.
type Run struct {
	engine    *engine
	processes []Process // they stay where they are when the world is built
	check     func() error

	begun bool   // the world is built: nothing can be added
	steps int    // how many have been taken
	told  *Story // where the schedule is told, nil while searching
}

// Go adds a process to the world. When the world function has returned, the
// processes run, in the order in which they were added, each up to its first
// Step or Await: that much belongs to the set-up and is no choice. From there
// on every order is tried.
//
// Processes are added by the world function only. Go panics if a process calls
// it, if name is empty or taken, if body is nil, and at the 65th process.
func (r *Run) Go(name string, body func(p *Process)) {
	switch {
	case r.begun:
		panic(fmt.Sprintf("schedule: Go(%q): the world function has returned; only it can add processes", name))
	case name == "":
		panic("schedule: Go: a process needs a name for the story")
	case body == nil:
		panic(fmt.Sprintf("schedule: Go(%q): a process needs a function", name))
	case len(r.processes) == maxProcesses:
		panic(fmt.Sprintf("schedule: Go(%q): a world has at most %d processes", name, maxProcesses))
	}
	for i := range r.processes {
		if r.processes[i].name == name {
			panic(fmt.Sprintf("schedule: Go(%q): there already is a process of that name", name))
		}
	}
	r.processes = append(r.processes, Process{name: name, body: body, run: r})
}

// Check sets the invariant. It is asked once at the end of each schedule, when
// all processes have ended (or wait, if [AllowWaiting] is given), and returns an
// error that says what is wrong with the world, or nil. Check panics if
// invariant is nil, if there already is one, and if a process calls it.
func (r *Run) Check(invariant func() error) {
	switch {
	case r.begun:
		panic("schedule: Check: the world function has returned; only it can set the invariant")
	case invariant == nil:
		panic("schedule: Check needs an invariant")
	case r.check != nil:
		panic("schedule: Check: there already is an invariant; make it one function")
	}
	r.check = invariant
}

// enabled returns the set of processes that can go next, bit i standing for
// the process that was added as number i.
func (r *Run) enabled() uint64 {
	var set uint64
	for i := range r.processes {
		if p := &r.processes[i]; !p.ended && r.holds(i, p) {
			set |= 1 << i
		}
	}
	return set
}

// holds says whether the condition that p waits for holds.
func (r *Run) holds(i int, p *Process) bool {
	if p.condition == nil {
		return true
	}
	r.engine.enter(place{asking, i, r.steps})
	return p.condition()
}

// waiting returns the processes that have not ended.
func (r *Run) waiting() []*Process {
	var waiting []*Process
	for i := range r.processes {
		if p := &r.processes[i]; !p.ended {
			waiting = append(waiting, p)
		}
	}
	return waiting
}

// unwind makes every process that has not ended leave its function, so that
// its slot is free for the next schedule.
func (r *Run) unwind() {
	for i := range r.processes {
		p := &r.processes[i]
		if p.slot == nil || p.ended {
			continue
		}
		r.engine.watch.enter(place{unwinding, i, r.steps})
		p.abandoned = true
		p.resume()
	}
}
