// Wrong: what changes nothing needs no check.
// Message: a zombie can bring any text: the fence looks at the token alone
package fence

import "fmt"

type Token uint64

type Storage struct {
	Data string
	Mark Token
}

func (s *Storage) Write(data string, token Token) error {
	if data == s.Data && data != "" {
		return nil
	}
	if token < s.Mark {
		return fmt.Errorf("token %d < %d", token, s.Mark)
	}
	s.Data = data
	s.Mark = token
	return nil
}
