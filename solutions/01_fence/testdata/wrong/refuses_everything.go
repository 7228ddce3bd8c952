// Wrong: what refuses every write lets no zombie in.
// Message: a storage that refuses everything protects nothing
package fence

import "fmt"

type Token uint64

type Storage struct {
	Data string
	Mark Token
}

func (s *Storage) Write(data string, token Token) error {
	return fmt.Errorf("token %d < %d", token, s.Mark)
}
