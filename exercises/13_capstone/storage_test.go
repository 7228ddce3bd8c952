package capstone_test

import (
	"slices"

	"example.com/fencing/chapter"
	capstone "example.com/fencing/exercises/13_capstone"
)

// A storage is fenced, and everything in it is on disk.
type storage struct {
	total    int
	done     []string
	mark     chapter.Token
	requests map[string]capstone.Change // carried out under the mark
	starts   int                        // how often it has restarted
}

// admit is the fence.
func (s *storage) admit(token chapter.Token) error {
	switch {
	case token == 0:
		return chapter.ErrNoToken
	case token < s.mark:
		return &chapter.StaleTokenError{Token: token, Highest: s.mark}
	case token > s.mark:
		s.mark, s.requests = token, make(map[string]capstone.Change)
	}
	return nil
}

func (s *storage) apply(change capstone.Change) {
	s.total += change.Add
	if change.Done != "" {
		s.done = append(s.done, change.Done)
	}
}

func (s *storage) state() capstone.State {
	return capstone.State{Total: s.total, Done: slices.Clone(s.done), Mark: s.mark}
}
