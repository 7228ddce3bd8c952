// Wrong: one variable for the mark is enough.
// Message: two storages know nothing of each other
package fence

import "fmt"

type Token uint64

type Storage struct {
	Data string
	Mark Token
}

var mark Token

func (s *Storage) Write(data string, token Token) error {
	if s.Mark == 0 { // a new storage
		mark = 0
	}
	if token < mark {
		return fmt.Errorf("token %d < %d", token, mark)
	}
	mark = token
	s.Data = data
	s.Mark = token
	return nil
}
