// Package capstone is the answer to exercise 13: can you write a worker that nothing shakes?
package capstone

import (
	"errors"
	"slices"

	"example.com/fencing/chapter"
)

// A Job adds its amount to the total.
type Job struct {
	Name   string
	Amount int
}

// A State is what the storage holds. It survives every restart.
type State struct {
	Total int
	Done  []string
	Mark  chapter.Token
}

// A Change is applied as one step: all of it, or nothing.
type Change struct {
	Add  int
	Done string
}

// A World is what a worker can reach. A worker may be paused before any call.
type World interface {
	Acquire() chapter.Token
	Claim(token chapter.Token) (State, error)
	Read() (State, error)
	Apply(token chapter.Token, request string, change Change) error
}

// ErrNoAnswer says that no answer came. The request has been carried out, or it
// will be, or never.
var ErrNoAnswer = errors.New("no answer")

// Run returns when every job is done.
func Run(w World, jobs []Job) {
	// Fenced out means: start over as a newcomer. Nothing is carried from one
	// grant to the next, not even the list of what has been done. The storage
	// knows that better.
	for !work(w, jobs) {
	}
}

// work does what is left, under one grant, and reports whether all is done.
func work(w World, jobs []Job) bool {
	token := w.Acquire()

	// Claim, then read, which is one call here. With Read, the former holder
	// could still do a job after we have seen that it is not done, and we would
	// do it again.
	var state State
	err := answered(func() (err error) {
		state, err = w.Claim(token)
		return err
	})
	if err != nil {
		return false
	}
	for _, job := range jobs {
		// Request ids are forgotten with the grant that they belong to. What was
		// done under an earlier one is told by the record alone.
		if slices.Contains(state.Done, job.Name) {
			continue
		}
		err := answered(func() error {
			// The amount and its record are one change. Between two, somebody
			// else could take over: the amount first, and the job is done twice;
			// the record first, and it is never done.
			//
			// The job's name as the id: the same at every try, and another for
			// every job.
			return w.Apply(token, job.Name, Change{Add: job.Amount, Done: job.Name})
		})
		if err != nil {
			// Fenced out. Perhaps this very change has been applied before that
			// and only its answer got lost. Whoever claims next will see it.
			return false
		}
	}
	return true
}

// answered makes the same request until there is an answer. To take silence for
// a no would do a job twice, and to take it for a yes would leave one undone.
func answered(request func() error) error {
	for {
		if err := request(); !errors.Is(err, ErrNoAnswer) {
			return err
		}
	}
}
