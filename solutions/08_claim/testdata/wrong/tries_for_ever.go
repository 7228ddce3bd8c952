// Wrong: a refusal passes, one only has to try often enough.
// Message: has made 6 calls to append one item, and goes on
package claim

import "example.com/fencing/chapter"

type Storage interface {
	Claim(token chapter.Token) error
	Read() ([]string, error)
	Write(list []string, token chapter.Token) error
}

func Append(storage Storage, token chapter.Token, item string) error {
	for storage.Claim(token) != nil {
	}
	list, err := storage.Read()
	if err != nil {
		return err
	}
	return storage.Write(append(list, item), token)
}
