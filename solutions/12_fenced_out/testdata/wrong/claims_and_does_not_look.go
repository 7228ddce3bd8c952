// Wrong: the claim is a formality, and the list is in memory already.
// Message: and wrote something else than what it read then
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
		token = w.Acquire()
		list, err = claim(w, token)
	}
	for _, note := range notes {
		list = append(list, note)
		for write(w, list, token) != nil {
			token = w.Acquire()
			for {
				if _, err := claim(w, token); err == nil {
					break
				}
				token = w.Acquire()
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
