package schedule

import (
	"fmt"
	"sync/atomic"
	"time"
)

// The search runs in a goroutine of its own, and the goroutine that called
// Explore watches it: code under test that blocks on something real, or loops,
// cannot be interrupted, but it can be noticed and left behind.

// A place is where the search is: whose code it runs, after how many steps.
type place struct {
	doing   activity
	process int
	steps   int // with the one that is being taken
}

type activity int

const (
	searching activity = iota // not in code under test: nothing can hang
	building
	starting
	asking
	stepping
	checking
	unwinding
)

// A watch holds what the search and its watcher share, in one word, because
// it changes with every step. The search writes it before it runs code under
// test and after the last of it. In between it makes the path longer and
// changes nothing else that the watcher reads; so when the watcher gives the
// search up in the middle of such code, it can read all that went before.
type watch struct {
	word  atomic.Uint64 // see pack
	moves uint64        // how often the search has written the word; its own

	schedules atomic.Int64 // how many have been begun
}

// The word: one bit that says that the search has been given up, the place,
// and as much of moves as fits.
const (
	givenUp      = 1
	doingShift   = 1
	processShift = doingShift + 3
	stepsShift   = processShift + 6
	movesShift   = stepsShift + 20

	mostSteps = 1<<20 - 1
)

func pack(at place, moves uint64) uint64 {
	return uint64(at.doing)<<doingShift | uint64(at.process)<<processShift | uint64(at.steps)<<stepsShift | moves<<movesShift
}

func unpack(word uint64) place {
	return place{
		doing:   activity(word >> doingShift & (1<<3 - 1)),
		process: int(word >> processShift & (1<<6 - 1)),
		steps:   int(word >> stepsShift & (1<<20 - 1)),
	}
}

// enter says where the search is, and returns whether it may go on.
func (w *watch) enter(at place) bool {
	w.moves++
	return w.word.Swap(pack(at, w.moves))&givenUp == 0
}

// at returns where the search is; only the search may ask.
func (w *watch) at() place { return unpack(w.word.Load()) }

// giveUp ends the search at its next call of enter if it still is where word
// says, in code under test.
func (w *watch) giveUp(word uint64) bool {
	return unpack(word).doing != searching && w.word.CompareAndSwap(word, word|givenUp)
}

// abandon ends the search at its next call of enter, wherever it is.
func (w *watch) abandon() { w.word.Or(givenUp) }

// A ticker leaves out the ticks that it cannot deliver, so counting them,
// instead of looking at the clock, forgives a program that was stopped as a
// whole: by a debugger, or with the machine that it runs on.
const (
	tick     = time.Second
	patience = 5 // ticks
)

// supervise runs work in a goroutine of its own and ends the engine's
// coroutines after it. If code under test did not let work finish, it returns
// why and on which path.
func (e *engine) supervise(work func()) (failure, []move) {
	path := e.path[:cap(e.path)] // the search does not move it
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer e.close()
		work()
	}()
	// The progress callback may panic or call t.FailNow: then, too, the search
	// has to end.
	defer e.watch.abandon()

	ticker := time.NewTicker(e.settings.tick)
	defer ticker.Stop()
	idle, last := 0, uint64(0)
	for {
		select {
		case <-done:
			return e.exit, e.path
		case <-ticker.C:
		}
		word := e.watch.word.Load()
		if word != last {
			idle, last = 0, word
		} else if idle++; idle >= patience && e.watch.giveUp(word) {
			at := unpack(word)
			path = path[:at.steps]
			return failure{hung, hungError(e.describe(at, path), patience*e.settings.tick)}, path
		}
		if e.settings.progress != nil {
			e.settings.progress(int(e.watch.schedules.Load()))
		}
	}
}

// describe names the code that runs at a place.
func (e *engine) describe(at place, path []move) string {
	switch at.doing {
	case building:
		return "the world function"
	case starting:
		return e.names[at.process] + ", before its first step,"
	case stepping:
		return fmt.Sprintf("%s, in %q,", e.names[at.process], path[at.steps-1].step)
	case asking:
		return "the condition that " + e.names[at.process] + " waits for"
	case checking:
		return "the invariant"
	default:
		return e.names[at.process] + ", told to leave because its schedule is over,"
	}
}
