// Wrong: its own notes of the old grant must be written again with the new.
// Message: is in the list twice
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
	for {
		token := w.Acquire()
		list, err := claim(w, token)
		for _, note := range notes {
			if err == nil {
				list = append(list, note)
				err = write(w, list, token)
			}
		}
		if err == nil {
			return
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
