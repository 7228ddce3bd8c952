package break_the_check_test

import (
	"fmt"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/schedule"
)

// A storage is the plain one of the text or the fenced one, and keeps an account
// of whose write was accepted.
type storage struct {
	fenced bool
	plain  chapter.PlainStorage
	fence  chapter.FencedStorage

	last, newest chapter.Lease // of all accepted writes
	refused      int
}

// write arrives at the storage, in the name of lease.
func (s *storage) write(p *schedule.Process, lease chapter.Lease) {
	data := lease.Holder + " data"
	if s.fenced {
		if err := s.fence.Write(data, lease.Token); err != nil {
			s.refused++
			p.Logf("refused: %v", err)
			return
		}
	} else {
		s.plain.Write(data)
	}
	s.last = lease
	if lease.Token > s.newest.Token {
		s.newest = lease
	}
	p.Logf("storage holds: %s", s.data())
}

func (s *storage) data() string {
	if s.fenced {
		return s.fence.Read()
	}
	return s.plain.Read()
}

// A corrupted error is what this exercise is after.
type corrupted struct {
	held     string
	old, new chapter.Lease
}

func (c *corrupted) Error() string {
	return fmt.Sprintf("the storage holds %q, written under token %d, after %s wrote under token %d", c.held, c.old.Token, c.new.Holder, c.new.Token)
}

// damage is asked at the end of a schedule.
func (s *storage) damage() error {
	if s.last == s.newest {
		return nil
	}
	return &corrupted{held: s.data(), old: s.last, new: s.newest}
}
