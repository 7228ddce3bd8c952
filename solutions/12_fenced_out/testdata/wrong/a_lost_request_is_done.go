// Wrong: a request that gets no refusal has been carried out.
// Message: a request that got lost has not been carried out
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
	for len(notes) > 0 {
		token := w.Acquire()
		list, err := claim(w, token)
		for err == nil && len(notes) > 0 {
			list = append(list, notes[0])
			err = w.Write(list, token)
			if errors.Is(err, ErrUnreachable) {
				err = nil
			}
			if err == nil {
				notes = notes[1:]
			}
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
