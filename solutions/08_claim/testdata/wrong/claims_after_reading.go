// Wrong: it is enough to claim at some time before the write.
// Message: It had read the list before it claimed
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
	if err := storage.Claim(token); err != nil {
		return err
	}
	return storage.Write(append(list, item), token)
}
