// Wrong: whoever has claimed is sure to get its write in.
// Message: no write with it was accepted
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
	storage.Write(append(list, item), token)
	return nil
}
