// Wrong: any number type can carry a token.
// Message: 9007199254740993 has been accepted, so 9007199254740992 belongs to an older grant
package fence

import "fmt"

type Token uint64

type Storage struct {
	Data string
	Mark Token
}

func (s *Storage) Write(data string, token Token) error {
	if float64(token) < float64(s.Mark) {
		return fmt.Errorf("token %d < %d", token, s.Mark)
	}
	s.Data = data
	s.Mark = token
	return nil
}
