// Wrong: the writer knows its token, so the mark will do.
// Message: it must name both tokens
package fence

import "fmt"

type Token uint64

type Storage struct {
	Data string
	Mark Token
}

func (s *Storage) Write(data string, token Token) error {
	if token < s.Mark {
		return fmt.Errorf("stale: the mark is %d", s.Mark)
	}
	s.Data = data
	s.Mark = token
	return nil
}
