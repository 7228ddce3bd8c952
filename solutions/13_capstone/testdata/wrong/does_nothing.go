// Wrong: a worker that does nothing does nothing twice.
// Message: a worker that does nothing is safe, and no use
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

func Run(w World, jobs []Job) {}
