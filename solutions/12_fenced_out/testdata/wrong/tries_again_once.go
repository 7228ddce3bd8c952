// Wrong: what gets lost twice in a row will never arrive.
// Message: nothing has happened yet, and nobody has refused anything
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
		list, err := w.Claim(token)
		if errors.Is(err, ErrUnreachable) {
			list, err = w.Claim(token)
		}
		for err == nil && len(notes) > 0 {
			list = append(list, notes[0])
			err = w.Write(list, token)
			if errors.Is(err, ErrUnreachable) {
				err = w.Write(list, token)
			}
			if err == nil {
				notes = notes[1:]
			}
		}
		if errors.Is(err, ErrUnreachable) {
			return
		}
	}
}
