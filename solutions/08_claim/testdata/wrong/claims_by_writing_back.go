// Wrong: writing back what one has read raises the mark and changes nothing.
// Message: When it read the list, the storage had not seen token
package claim

import "example.com/fencing/chapter"

type Storage interface {
	Claim(token chapter.Token) error
	Read() ([]string, error)
	Write(list []string, token chapter.Token) error
}

func Append(storage Storage, token chapter.Token, item string) error {
	list, err := storage.Read()
	if err != nil {
		return err
	}
	if err := storage.Write(list, token); err != nil {
		return err
	}
	list, err = storage.Read()
	if err != nil {
		return err
	}
	return storage.Write(append(list, item), token)
}
