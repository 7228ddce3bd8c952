// Wrong: the mark is the last token seen, refused or not.
// Message: the same zombie gets in next time
package fence

import "fmt"

type Token uint64

type Storage struct {
	Data string
	Mark Token
}

func (s *Storage) Write(data string, token Token) error {
	mark := s.Mark
	s.Mark = token
	if token < mark {
		return fmt.Errorf("token %d < %d", token, mark)
	}
	s.Data = data
	return nil
}
