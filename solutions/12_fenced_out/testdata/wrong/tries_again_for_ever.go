// Wrong: every error passes if one tries again for long enough.
// Message: so a refused token is refused for ever. Stop using it
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
	list, err := w.Claim(token)
	for err != nil {
		list, err = w.Claim(token)
	}
	for _, note := range notes {
		list = append(list, note)
		for w.Write(list, token) != nil {
		}
	}
}
