package schedule

import "iter"

// A slot is a coroutine in which one process of a schedule runs, and after
// that the process at the same place in the next schedule, and so on: a
// switch costs little, creating what to switch to costs more, and a search
// runs the same few processes very many times.
type slot struct {
	process *Process // whom to run at the next resume, or who is paused

	// resume runs the process until it announces its next step or ends.
	resume func() (struct{}, bool)
	pause  func(struct{}) bool // called inside the coroutine: back to whoever resumed it
	stop   func()

	// lost says that runtime.Goexit is ending the coroutine. It is held up on
	// its way out, because it would take along whoever resumes it.
	lost bool
}

func newSlot() *slot {
	s := &slot{}
	s.resume, s.stop = iter.Pull(s.loop)
	return s
}

// loop is the body of the coroutine: run a process, say that it has ended,
// take the next.
func (s *slot) loop(yield func(struct{}) bool) {
	s.pause = yield
	stopped := false
	defer func() {
		if !stopped { // Nothing but Goexit comes this way.
			s.lost = true
			s.process.exited()
			s.pause(struct{}{})
		}
	}()
	for !stopped {
		s.process.execute()
		stopped = !s.pause(struct{}{})
	}
}

// discard ends the coroutine. Its process has ended before.
func (s *slot) discard() {
	if !s.lost {
		s.stop()
		return
	}
	// iter.Pull hands a Goexit on to the goroutine that calls stop. This one
	// has nothing to lose.
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.stop()
	}()
	<-done
}
