// Wrong: the storage wants the current token, so it gets the current token.
// Message: with a borrowed token there is no fence
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
	state, err := w.Claim(token)
	for err != nil {
		if now, err := w.Read(); err == nil {
			token = now.Mark
		}
		state, err = w.Claim(token)
	}
	for _, job := range jobs {
		if slices.Contains(state.Done, job.Name) {
			continue
		}
		for w.Apply(token, job.Name, Change{Add: job.Amount, Done: job.Name}) != nil {
			if now, err := w.Read(); err == nil {
				token = now.Mark
			}
		}
	}
}
