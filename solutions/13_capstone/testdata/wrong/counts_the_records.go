// Wrong: as many jobs are done as there are records.
// Message: What has been done is told by the names in State.Done, not by their number, nor by the total
package capstone

import (
	"errors"

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
	for _, job := range jobs[min(len(state.Done), len(jobs)):] {
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
	for {
		if err := request(); !errors.Is(err, ErrNoAnswer) {
			return err
		}
	}
}
