// Package capstone is exercise 13: can you write a worker that nothing shakes?
//
// Two workers have the same jobs before them. Each job adds an amount to a
// total, and must be done once: not twice, and not never. Leases expire while a
// worker is paused, answers and requests get lost, the storage restarts, the
// lock service restarts. The storage is fenced and sound; it does what the
// comments below say, and no more than that.
//
// You have met everything that the worker needs: a claim, a token of its own, a
// request id, one step where there must not be two, and how to lose. The tests
// bring one kind of fault after the other, at every moment. Write Run.
//
//	Learn:   what a correct client of a lease looks like, as a whole
//	Read:    What if the answer gets lost?
//	Minutes: 30
//	Level:   hard
package capstone

import (
	"errors"
	"fmt"

	"example.com/fencing/chapter"
)

// A Job adds its amount to the total.
type Job struct {
	Name   string
	Amount int
}

// A State is what the storage holds. It survives every restart.
type State struct {
	Total int           // of everything that has been added, by anybody
	Done  []string      // names of jobs, as they have been recorded, perhaps of others too
	Mark  chapter.Token // the highest token seen
}

// A Change is applied as one step: all of it, or nothing.
type Change struct {
	Add  int    // to Total
	Done string // to be recorded in State.Done; "" for nothing
}

// A World is what a worker can reach. A worker may be paused before any call.
// Call it from the goroutine that Run was called in, and not from others.
type World interface {
	// Acquire waits until the lease is free and returns the token of a new
	// grant. Nobody tells the worker when the lease is over.
	Acquire() chapter.Token

	// Claim shows the storage the token, and returns the state. It fails with
	// [chapter.ErrStaleToken] if a higher token has been seen, or with
	// [ErrNoAnswer].
	Claim(token chapter.Token) (State, error)

	// Read returns the state and asks for no token. It fails with ErrNoAnswer.
	Read() (State, error)

	// Apply applies the change. It fails like Claim. While token is the mark,
	// the storage remembers the ids of the requests that it has carried out: one
	// that comes again changes nothing and is answered with nil. When a higher
	// token comes, those ids are forgotten.
	Apply(token chapter.Token, request string, change Change) error
}

// ErrNoAnswer says that no answer came. The request has been carried out, or it
// will be, or never.
var ErrNoAnswer = errors.New("no answer")

// Run returns when every job is done: its amount is in the total, once, and its
// name is recorded. Another worker runs the same jobs at the same time.
func Run(w World, jobs []Job) {
	// TODO: this worker believes that it is alone and that nothing ever fails.
	token := w.Acquire()
	for i, job := range jobs {
		request := fmt.Sprint("request ", i)
		_ = w.Apply(token, request, Change{Add: job.Amount, Done: job.Name})
	}
}
