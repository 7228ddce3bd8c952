// Wrong: an error undoes what stands above it.
// Message: The write is refused, and yet the data is replaced
package fence

import "fmt"

type Token uint64

type Storage struct {
	Data string
	Mark Token
}

func (s *Storage) Write(data string, token Token) error {
	s.Data = data
	if token < s.Mark {
		return fmt.Errorf("token %d < %d", token, s.Mark)
	}
	s.Mark = token
	return nil
}
