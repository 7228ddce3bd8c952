package schedule

import (
	"errors"
	"fmt"
)

// A Process is one line of control in the world under test: a client, a
// clock, a network that delivers late. Its function gets it as argument and
// calls its methods; nobody else may.
type Process struct {
	name string
	body func(*Process)
	run  *Run
	slot *slot

	// What the process has announced and is paused at.
	step      string
	condition func() bool // nil: nothing to wait for

	running   bool // it is its turn
	ended     bool
	abandoned bool // the schedule is over: unwind instead of going on
	failure   failure
}

// Step announces the next action of the process and pauses until it is the
// turn of the process. The action is the code after Step, up to the next Step
// or Await or the end of the function; it is atomic, nobody else runs
// meanwhile.
//
// If the schedule ends before the process does, because another process
// panicked or nobody can go on, Step does not return: it panics with a private
// value, so that deferred calls run and the function is left. Code under test
// that recovers from every panic meets it again at its next Step.
//
// Step panics if name is empty or if it is called from anywhere but the
// process itself: from the world function, from another process, from Check,
// or after the end of the schedule.
func (p *Process) Step(name string) {
	p.announce("Step", name, nil)
}

// Await is a [Process.Step] that has to wait for something: the process can go
// on only while condition holds. The condition is asked before every choice
// of who goes next; it must only look, and change nothing.
//
// When all processes that have not ended wait for conditions that do not
// hold, the schedule is a deadlock (but see [AllowWaiting]).
func (p *Process) Await(name string, condition func() bool) {
	if condition == nil {
		panic("schedule: Await needs a condition: use Step where there is nothing to wait for")
	}
	p.announce("Await", name, condition)
}

// Logf adds what came of a step to the line of that step in the story:
//
//	client1: acquire → token 33
//
// Nothing is formatted while the search is going on, only when a schedule is
// told. What is logged before the first step belongs to no line and is
// dropped.
func (p *Process) Logf(format string, args ...any) {
	if p.run.told == nil {
		return
	}
	p.run.told.note(fmt.Sprintf(format, args...))
}

func (p *Process) announce(method, name string, condition func() bool) {
	if !p.running {
		panic(fmt.Sprintf("schedule: %s(%q) of process %s is called from outside it, or after its schedule has ended", method, name, p.name))
	}
	if p.abandoned {
		panic(errAbandoned)
	}
	if name == "" {
		panic(fmt.Sprintf("schedule: %s of process %s needs a name for the story", method, p.name))
	}
	p.step, p.condition = name, condition
	p.slot.pause(struct{}{})
	if p.abandoned {
		panic(errAbandoned)
	}
}

// errAbandoned is what Step panics with to leave the function of a process
// whose schedule is over.
var errAbandoned = errors.New("schedule: this schedule is over; let this panic pass")

// resume lets the process run until it pauses at its next step or ends.
func (p *Process) resume() {
	p.running = true
	p.slot.resume()
	p.running = false
}

// execute runs the function of the process, in its slot.
func (p *Process) execute() {
	defer func() {
		p.ended = true
		if value := recover(); value != nil && !p.abandoned {
			p.failure = failure{panicked, panicError{p.doing(), value, callers()}}
		}
	}()
	p.body(p)
}

// exited notes that the process has called runtime.Goexit.
func (p *Process) exited() {
	if !p.failure.happened() {
		p.failure = failure{exited, exitError(p.doing())}
	}
}

// doing names the place where the process is.
func (p *Process) doing() string {
	if p.step == "" {
		return p.name + ", before its first step,"
	}
	return fmt.Sprintf("%s, in %q,", p.name, p.step)
}
