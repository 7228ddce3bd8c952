// Wrong: a new token makes the list in memory good again.
// Message: has not claimed with 35, so it cannot know what the list was when its grant began
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
		if errors.Is(err, chapter.ErrStaleToken) {
			token = w.Acquire()
		}
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
				token = w.Acquire()
			}
		}
	}
}
