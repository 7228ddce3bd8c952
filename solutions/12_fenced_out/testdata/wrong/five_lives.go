// Wrong: whoever has lost five times will not win any more.
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
	for lives := 0; lives < 5 && len(notes) > 0; lives++ {
		token := w.Acquire()
		list, err := claim(w, token)
		for err == nil && len(notes) > 0 {
			list = append(list, notes[0])
			if err = write(w, list, token); err == nil {
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
