// Wrong: every error means that a new grant is needed.
// Message: Now it waits for the end of its own grant
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
		for err == nil && len(notes) > 0 {
			list = append(list, notes[0])
			if err = w.Write(list, token); err == nil {
				notes = notes[1:]
			}
		}
	}
}
