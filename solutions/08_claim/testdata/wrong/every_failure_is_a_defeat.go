// Wrong: whoever does not get through has been fenced out.
// Message: but what the storage had said was "storage out of reach"
package claim

import "example.com/fencing/chapter"

type Storage interface {
	Claim(token chapter.Token) error
	Read() ([]string, error)
	Write(list []string, token chapter.Token) error
}

func Append(storage Storage, token chapter.Token, item string) error {
	stale := &chapter.StaleTokenError{Token: token, Highest: token + 1}
	if storage.Claim(token) != nil {
		return stale
	}
	list, err := storage.Read()
	if err != nil {
		return stale
	}
	if storage.Write(append(list, item), token) != nil {
		return stale
	}
	return nil
}
