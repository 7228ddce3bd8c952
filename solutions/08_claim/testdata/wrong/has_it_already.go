// Wrong: an equal item in the list is this one, written by an earlier try.
// Message: no write with it was accepted
package claim

import (
	"slices"

	"example.com/fencing/chapter"
)

type Storage interface {
	Claim(token chapter.Token) error
	Read() ([]string, error)
	Write(list []string, token chapter.Token) error
}

func Append(storage Storage, token chapter.Token, item string) error {
	if err := storage.Claim(token); err != nil {
		return err
	}
	list, err := storage.Read()
	if err != nil {
		return err
	}
	if slices.Contains(list, item) {
		return nil
	}
	return storage.Write(append(list, item), token)
}
