// Wrong: a new token makes the state in memory good again.
// Message: so it can't know what had been done when its grant began
package capstone

import (
	"errors"
	"slices"

	"example.com/fencing/chapter"
)

type Job struct {
	Name   string
	Amount int
}

type State struct {
	Total int
	Done  []string
	Mark  chapter.Token
}

type Change struct {
	Add  int
	Done string
}

type World interface {
	Acquire() chapter.Token
	Claim(token chapter.Token) (State, error)
	Read() (State, error)
	Apply(token chapter.Token, request string, change Change) error
}

var ErrNoAnswer = errors.New("no answer")

func Run(w World, jobs []Job) {
	token := w.Acquire()
	var state State
	for {
		err := answered(func() (err error) {
			state, err = w.Claim(token)
			return err
		})
		if err == nil {
			break
		}
		token = w.Acquire()
	}
	for _, job := range jobs {
		for !slices.Contains(state.Done, job.Name) {
			err := answered(func() error {
				return w.Apply(token, job.Name, Change{Add: job.Amount, Done: job.Name})
			})
			if err == nil {
				break
			}
			token = w.Acquire()
		}
	}
}

func answered(request func() error) error {
	for {
		if err := request(); !errors.Is(err, ErrNoAnswer) {
			return err
		}
	}
}
