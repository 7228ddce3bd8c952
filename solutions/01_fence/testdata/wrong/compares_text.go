// Wrong: tokens are ids, and ids are strings.
// Message: Are they compared as text? There 10 comes before 9
package fence

import "fmt"

type Token uint64

type Storage struct {
	Data string
	Mark Token
}

func (s *Storage) Write(data string, token Token) error {
	if fmt.Sprint(token) < fmt.Sprint(s.Mark) {
		return fmt.Errorf("token %d < %d", token, s.Mark)
	}
	s.Data = data
	s.Mark = token
	return nil
}
