// Wrong: an error that should not happen is a reason to panic.
// Message: panicked: fenced out
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
	if err != nil {
		panic("fenced out")
	}
	for _, note := range notes {
		list = append(list, note)
		if write(w, list, token) != nil {
			panic("fenced out")
		}
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
