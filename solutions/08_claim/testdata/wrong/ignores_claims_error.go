// Wrong: the claim is a courtesy, and if it fails the write will be checked anyway.
// Message: Its claim had failed, and it went on all the same
package claim

import "example.com/fencing/chapter"

type Storage interface {
	Claim(token chapter.Token) error
	Read() ([]string, error)
	Write(list []string, token chapter.Token) error
}

func Append(storage Storage, token chapter.Token, item string) error {
	storage.Claim(token)
	list, err := storage.Read()
	if err != nil {
		return err
	}
	return storage.Write(append(list, item), token)
}
