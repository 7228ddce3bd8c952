// Wrong: after the write one should make sure that one still holds the lease.
// Message: its write had been accepted
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
	list, err := storage.Read()
	if err != nil {
		return err
	}
	if err := storage.Write(append(list, item), token); err != nil {
		return err
	}
	return storage.Claim(token)
}
