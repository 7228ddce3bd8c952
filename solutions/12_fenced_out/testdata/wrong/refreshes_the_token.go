// Wrong: an error about the token is cured by fetching the current token.
// Message: which was granted to worker2: a borrowed token says
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
		token = w.Mark()
		list, err = w.Claim(token)
	}
	for _, note := range notes {
		list = append(list, note)
		for {
			err := w.Write(list, token)
			if err == nil {
				break
			}
			if errors.Is(err, chapter.ErrStaleToken) {
				token = w.Mark()
			}
		}
	}
}
