// Wrong: the storage has to refuse the 33 of the text.
// Message: 33 after 34 goes well already, but a token can be any number
package fence

import "fmt"

type Token uint64

type Storage struct {
	Data string
	Mark Token
}

func (s *Storage) Write(data string, token Token) error {
	if token == 33 && s.Mark == 34 {
		return fmt.Errorf("token %d < %d", token, s.Mark)
	}
	s.Data = data
	s.Mark = token
	return nil
}
