// Wrong: any write raises the mark, so an empty one will do as a claim.
// Message: It had not read the list
package claim

import "example.com/fencing/chapter"

type Storage interface {
	Claim(token chapter.Token) error
	Read() ([]string, error)
	Write(list []string, token chapter.Token) error
}

func Append(storage Storage, token chapter.Token, item string) error {
	if err := storage.Write(nil, token); err != nil {
		return err
	}
	list, err := storage.Read()
	if err != nil {
		return err
	}
	return storage.Write(append(list, item), token)
}
