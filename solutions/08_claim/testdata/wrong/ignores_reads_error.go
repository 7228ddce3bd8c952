// Wrong: a list that cannot be read is an empty one.
// Message: It had not read the list
package claim

import "example.com/fencing/chapter"

type Storage interface {
	Claim(token chapter.Token) error
	Read() ([]string, error)
	Write(list []string, token chapter.Token) error
}

func Append(storage Storage, token chapter.Token, item string) error {
	if err := storage.Claim(token); err != nil {
		return err
	}
	list, _ := storage.Read()
	return storage.Write(append(list, item), token)
}
