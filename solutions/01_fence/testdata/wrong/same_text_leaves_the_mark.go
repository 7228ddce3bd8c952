// Wrong: where the data stays the same there is nothing to store.
// Message: the mark is 33: it must be raised to 34
package fence

import "fmt"

type Token uint64

type Storage struct {
	Data string
	Mark Token
}

func (s *Storage) Write(data string, token Token) error {
	if token < s.Mark {
		return fmt.Errorf("token %d < %d", token, s.Mark)
	}
	if data == s.Data && s.Mark != 0 {
		return nil
	}
	s.Data = data
	s.Mark = token
	return nil
}
