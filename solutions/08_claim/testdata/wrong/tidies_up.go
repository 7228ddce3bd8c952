// Wrong: the new holder may put the list in order.
// Message: Expected is what it has read, with
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
	list = append(list, item)
	slices.Sort(list)
	return storage.Write(list, token)
}
