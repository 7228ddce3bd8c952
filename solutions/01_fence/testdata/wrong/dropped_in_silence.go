// Wrong: it is enough that a stale write has no effect.
// Message: its writer is told that all is well: it must get an error
package fence

type Token uint64

type Storage struct {
	Data string
	Mark Token
}

func (s *Storage) Write(data string, token Token) error {
	if token < s.Mark {
		return nil
	}
	s.Data = data
	s.Mark = token
	return nil
}
