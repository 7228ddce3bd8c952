// Wrong: a fence lets in the holder it knows and nobody else.
// Message: the newest holder's, and gets in
package fence

import "fmt"

type Token uint64

type Storage struct {
	Data string
	Mark Token
}

func (s *Storage) Write(data string, token Token) error {
	if s.Mark != 0 && token != s.Mark {
		return fmt.Errorf("token %d < %d", token, s.Mark)
	}
	s.Data = data
	s.Mark = token
	return nil
}
