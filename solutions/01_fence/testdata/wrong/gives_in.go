// Wrong: whoever comes again and again must be the rightful holder.
// Message: a zombie may come late, and as often as it likes
package fence

import "fmt"

type Token uint64

type Storage struct {
	Data    string
	Mark    Token
	refused int
}

func (s *Storage) Write(data string, token Token) error {
	if token < s.Mark && s.refused < 3 {
		s.refused++
		return fmt.Errorf("token %d < %d", token, s.Mark)
	}
	s.Data = data
	s.Mark = token
	return nil
}
