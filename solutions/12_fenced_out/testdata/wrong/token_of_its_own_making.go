// Wrong: a higher token than the mark is all that the storage asks for.
// Message: which was granted to nobody: only the lock service makes tokens
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
	for err != nil {
		token = w.Mark() + 1
		list, err = claim(w, token)
	}
	for _, note := range notes {
		list = append(list, note)
		for {
			err := write(w, list, token)
			if err == nil {
				break
			}
			if errors.Is(err, chapter.ErrStaleToken) {
				token = w.Mark() + 1
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
