// Wrong: a refusal names the token with which it would have worked.
// Message: a token that is not its own
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
	for {
		err := try(storage, token, item)
		var stale *chapter.StaleTokenError
		if !errors.As(err, &stale) {
			return err
		}
		token = stale.Highest
	}
}

func try(storage Storage, token chapter.Token, item string) error {
	if err := storage.Claim(token); err != nil {
		return err
	}
	list, err := storage.Read()
	if err != nil {
		return err
	}
	return storage.Write(append(list, item), token)
}
