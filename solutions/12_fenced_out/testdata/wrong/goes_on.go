// Wrong: an error is logged, and the leader goes on.
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
	list, _ := w.Claim(token)
	for _, note := range notes {
		list = append(list, note)
		_ = w.Write(list, token)
	}
}
