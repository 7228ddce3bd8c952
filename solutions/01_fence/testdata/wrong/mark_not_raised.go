// Wrong: the mark is set once, by the first writer.
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
	s.Data = data
	if s.Mark == 0 {
		s.Mark = token
	}
	return nil
}
