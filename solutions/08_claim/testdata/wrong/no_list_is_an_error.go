// Wrong: an empty list is one that could not be read.
// Message: the storage has refused none of its calls
package claim

import (
	"errors"

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
	if len(list) == 0 {
		return errors.New("no list")
	}
	return storage.Write(append(list, item), token)
}
