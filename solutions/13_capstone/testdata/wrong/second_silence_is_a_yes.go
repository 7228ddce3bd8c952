// Wrong: a request that is made twice gets there.
// Message: no answer does not mean that it has been carried out
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
	for !work(w, jobs) {
	}
}

func work(w World, jobs []Job) bool {
	token := w.Acquire()
	var state State
	err := answered(func() (err error) {
		state, err = w.Claim(token)
		return err
	})
	if err != nil {
		return false
	}
	for _, job := range jobs {
		if slices.Contains(state.Done, job.Name) {
			continue
		}
		err := answered(func() error {
			return w.Apply(token, job.Name, Change{Add: job.Amount, Done: job.Name})
		})
		if err != nil {
			return false
		}
	}
	return true
}

func answered(request func() error) error {
	err := request()
	if errors.Is(err, ErrNoAnswer) {
		err = request()
	}
	if errors.Is(err, ErrNoAnswer) {
		return nil
	}
	return err
}
