// Wrong: who is fenced out has nothing more to do.
// Message: it has lost the lease and not its work, so it starts over as a newcomer
package fenced_out

import (
	"errors"

	"example.com/fencing/chapter"
)

type World interface {
	Acquire() chapter.Token
	Claim(token chapter.Token) (list []string, err error)
	Write(list []string, token chapter.Token) error
	Mark() chapter.Token
}

var ErrUnreachable = errors.New("storage unreachable")

func Work(w World, notes []string) {
	token := w.Acquire()
	list, err := claim(w, token)
	for _, note := range notes {
		if err != nil {
			return
		}
		list = append(list, note)
		err = write(w, list, token)
	}
}

func claim(w World, token chapter.Token) ([]string, error) {
	for {
		list, err := w.Claim(token)
		if !errors.Is(err, ErrUnreachable) {
			return list, err
		}
	}
}

func write(w World, list []string, token chapter.Token) error {
	for {
		if err := w.Write(list, token); !errors.Is(err, ErrUnreachable) {
			return err
		}
	}
}
