package schedule

import (
	"errors"
	"fmt"
)

var errTold = errors.New("schedule: the rest is not told")

// tell returns the story of a candidate: its schedule is performed once more,
// this time with what came of each step.
func (s *search) tell(c *candidate) Story {
	plain := s.engine.plain(c.path)
	again := c.path
	switch c.failure.kind {
	case nondeterministic, broken:
		return plain
	case exited, hung:
		// The last step is better not taken a second time.
		again = again[:max(0, len(again)-1)]
		if len(again) == 0 {
			return plain
		}
	}

	// The coroutines of the search may be stuck: take others.
	settings := s.engine.settings
	settings.progress = nil
	e := newEngine(s.engine.world, settings)
	e.names = s.engine.names
	e.path = append(e.path, again...)
	var told Story
	var result failure
	stopped, _ := e.supervise(func() {
		result = e.perform(&told, func(*Run, uint64) (int, error) { return 0, errTold })
	})
	switch {
	case stopped.happened():
		return plain
	case errors.Is(result.err, errTold) && len(again) < len(c.path), result.kind == c.failure.kind:
		return append(told, plain[len(again):]...)
	}
	now := "all is well"
	if result.happened() {
		now = result.err.Error()
	}
	s.note(failure{nondeterministic, fmt.Errorf("the world is not deterministic: performed again, it ends otherwise; at first: %v; now: %s", c.failure.err, now)}, c.path)
	return plain
}

// plain returns the story of a path without what came of its steps.
func (e *engine) plain(path []move) Story {
	var story Story
	for _, m := range path {
		story.add(e.names[m.chosen], m.step)
	}
	return story
}
