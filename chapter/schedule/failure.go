package schedule

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"
)

// A failure is how a schedule went wrong. The zero failure is none.
type failure struct {
	kind kind
	err  error
}

func (f failure) happened() bool { return f.kind != none }

// A kind of failure. The report tells them in this order.
type kind int

const (
	none kind = iota
	violation
	panicked
	exited
	deadlock
	endless
	hung
	nondeterministic
	broken
	impossible // only in Replay: the schedule asked for cannot be had
	kinds
)

// phrases says what the schedules of each kind do, one of them and several.
var phrases = [kinds][2]string{
	violation:        {"violates the invariant", "violate the invariant"},
	panicked:         {"panics", "panic"},
	exited:           {"is left by runtime.Goexit", ""},
	deadlock:         {"ends in a deadlock", "end in a deadlock"},
	endless:          {"does not end", ""},
	hung:             {"hangs", ""},
	nondeterministic: {"cannot be repeated", "cannot be repeated"},
	broken:           {"cannot begin", ""},
}

// endsSearch says whether nothing sensible can be searched for after a failure
// of this kind. A Goexit is among them because it mostly is t.FailNow, and
// has had its say: a test that reports the same a thousand times is no help.
func (k kind) endsSearch() bool {
	switch k {
	case exited, endless, hung, nondeterministic, broken:
		return true
	}
	return false
}

// atEnd says whether the schedule got to its end, and so was judged.
func (k kind) atEnd() bool { return k == none || k == violation }

// A panicError is a panic in code under test.
type panicError struct {
	who   string
	value any
	stack []uintptr
}

func (p panicError) Error() string {
	return fmt.Sprintf("%s panicked: %v%s", p.who, p.value, usefulPart(p.stack))
}

func (p panicError) Unwrap() error {
	err, _ := p.value.(error)
	return err
}

func exitError(who string) error {
	return fmt.Errorf("%s called runtime.Goexit, as t.FailNow, t.Fatal, t.Skip and testify's require do", who)
}

func deadlockError(waiting []*Process) error {
	var names []string
	for _, p := range waiting {
		names = append(names, fmt.Sprintf("%s waits at %q", p.name, p.step))
	}
	return fmt.Errorf("nobody can go on: %s", list(names))
}

func hungError(who string, after time.Duration) error {
	return fmt.Errorf("%s has not come back for %v: does it wait for a real lock, which a paused process holds, "+
		"or loop without a Step? (See schedule.Mutex. Its goroutine is lost, it cannot be stopped from outside.)", who, after)
}

// callers returns the stack of a deferred function that has just recovered.
func callers() []uintptr {
	stack := make([]uintptr, 64)
	return stack[:runtime.Callers(2, stack)]
}

var callersOfTheCodeUnderTest = []string{
	"schedule.(*Process).execute", // a process
	"schedule.(*Run).holds",       // a condition
	"schedule.(*engine).judge",    // the invariant
	"schedule.(*engine).play",     // the world function
}

// usefulPart writes those lines of a stack that belong to the code under test:
// neither the runtime's above them nor this package's below. File names come
// without folders, so that the same panic reads the same on every machine.
func usefulPart(stack []uintptr) string {
	var text strings.Builder
	frames := runtime.CallersFrames(stack)
	panicking := false
	for {
		frame, more := frames.Next()
		switch {
		case frame.Function == "runtime.gopanic":
			panicking = true
			text.Reset()
		case slices.Contains(callersOfTheCodeUnderTest, frame.Function[strings.LastIndex(frame.Function, "/")+1:]):
			return text.String()
		case panicking && !strings.HasPrefix(frame.Function, "runtime."):
			fmt.Fprintf(&text, "\n\tin %s (%s:%d)", frame.Function, frame.File[strings.LastIndex(frame.File, "/")+1:], frame.Line)
		}
		if !more {
			return text.String()
		}
	}
}

// list joins names as a sentence does.
func list(names []string) string {
	switch n := len(names); n {
	case 0:
		return "nobody"
	case 1:
		return names[0]
	default:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
}
