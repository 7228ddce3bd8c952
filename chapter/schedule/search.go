package schedule

import (
	"math/bits"
	"slices"
)

// A search goes depth first through all schedules: it performs one, goes back
// to the last choice that has an alternative left, and performs the one that
// takes it. Nothing is ever undone; the way to the choice is run again in a
// fresh world.
type search struct {
	engine    *engine
	schedules int
	waiting   int
	cutOff    int
	complete  bool
	bounded   bool // the search stopped at the largest number of schedules
	found     [kinds]*candidate
}

// A candidate is the shortest failing schedule of its kind so far.
type candidate struct {
	count   int // how many of its kind there are
	path    []move
	failure failure
}

func (s *search) run() {
	for {
		result := s.engine.perform(nil, first)
		s.count(result)
		if result.kind.endsSearch() && !s.cut(result) {
			return
		}
		if !s.turn() {
			s.complete = s.cutOff == 0
			return
		}
		if s.schedules == s.engine.settings.maxSchedules {
			s.bounded = true
			return
		}
	}
}

// first chooses the process that was added first.
func first(_ *Run, enabled uint64) (int, error) {
	return bits.TrailingZeros64(enabled), nil
}

// turn changes the path to that of the next schedule: at the last choice with
// an alternative left, the next process goes. It reports false if there is none.
func (s *search) turn() bool {
	path := s.engine.path
	for len(path) > 0 {
		last := &path[len(path)-1]
		if rest := last.enabled >> (last.chosen + 1); rest != 0 {
			last.chosen += 1 + bits.TrailingZeros64(rest)
			last.step = ""
			s.engine.path = path
			return true
		}
		path = path[:len(path)-1]
	}
	return false
}

// cut says whether the schedule only reached a bound that may be reached.
func (s *search) cut(result failure) bool {
	return result.kind == endless && s.engine.settings.allowIncomplete
}

func (s *search) count(result failure) {
	s.schedules++
	if s.engine.waited {
		s.waiting++
	}
	switch {
	case s.cut(result):
		s.cutOff++
	case result.happened():
		s.note(result, s.engine.path)
	}
}

// note keeps a failing schedule if it is the shortest of its kind: if it has
// the fewest steps, and of those, changes least often from one process to
// another, and of those, came first.
func (s *search) note(result failure, path []move) {
	c := s.found[result.kind]
	if c == nil {
		c = &candidate{path: slices.Clone(path), failure: result}
		s.found[result.kind] = c
	}
	c.count++
	if len(path) < len(c.path) || len(path) == len(c.path) && switches(path) < switches(c.path) {
		c.path = append(c.path[:0], path...)
		c.failure = result
	}
}

func switches(path []move) int {
	n := 0
	for i := range path[:max(0, len(path)-1)] {
		if path[i].chosen != path[i+1].chosen {
			n++
		}
	}
	return n
}
