// Wrong: a token is used up by its first write, so an equal one is stale too.
// Message: an equal token is the same holder, writing again
package fence

import "fmt"

type Token uint64

type Storage struct {
	Data string
	Mark Token
}

func (s *Storage) Write(data string, token Token) error {
	if token <= s.Mark {
		return fmt.Errorf("token %d < %d", token, s.Mark)
	}
	s.Data = data
	s.Mark = token
	return nil
}
