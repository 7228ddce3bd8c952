package restart_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A machine is what has a disk and is restarted: the storage, or the counter. It
// remembers what it has told others; the world does not forget that when the
// power fails.
type machine interface {
	name() string
	clone() machine
	// live starts on the disk, and serves its clients until all is done, or
	// until the power fails. It returns what is wrong, or "".
	live(d *disk, life int, story *story) (wrong string)
}

// A story is told in numbered lines, with details below them.
type story struct {
	lines  []string
	number int
}

func (s *story) tell(format string, args ...any) {
	s.number++
	s.lines = append(s.lines, fmt.Sprintf("%2d. %s", s.number, fmt.Sprintf(format, args...)))
}

func (s *story) detail(what string) { s.lines = append(s.lines, "      "+what) }

// String leaves out the middle of a very long story.
func (s *story) String() string {
	lines := s.lines
	if n := len(lines); n > 300 {
		lines = slices.Concat(lines[:20], []string{"      ..."}, lines[n-40:])
	}
	return strings.Join(lines, "\n")
}

func (s *story) clone() *story { return &story{slices.Clip(s.lines), s.number} }

// An explorer lets a machine live, cuts the power before each call of its disk
// and after the last one, and for everything that may be left lets it live again.
type explorer struct {
	lives int // how many there were
}

// explore returns the story of what goes wrong, or "".
func (e *explorer) explore(m machine, p platter, crashes, life int, before *story) string {
	_, _, failure := e.live(m.clone(), p, 0, life, before.clone())
	if failure != "" || crashes == 0 {
		return failure
	}
	for fails, ended := 1, false; !ended; fails++ {
		after, tale := m.clone(), before.clone()
		var d *disk
		if d, ended, failure = e.live(after, p, fails, life, tale); failure != "" {
			return failure
		}
		for _, left := range d.remainders() {
			told := tale.clone()
			told.powerFails(d, left)
			if failure := e.explore(after, left.platter, crashes-1, life+1, told); failure != "" {
				return failure
			}
		}
	}
	return ""
}

// live lets m live once, and returns its disk, whether it came to its end, and
// the story if something is wrong.
func (e *explorer) live(m machine, p platter, fails, life int, story *story) (d *disk, ended bool, failure string) {
	e.lives++
	d = use(p, story)
	d.fails = fails
	wrong := ""
	defer func() {
		value := recover()
		if _, endless := value.(endlessCalls); endless {
			wrong = m.name() + " goes on calling the disk, and comes to no end."
		} else if value != nil && !d.off {
			wrong = fmt.Sprintf("%s panics: %v. Whatever a power failure may leave on the disk, it has to go on from there.", m.name(), value)
		}
		if wrong != "" {
			failure = story.String() + "\n=> " + wrong
		}
	}()
	wrong = m.live(d, life, story)
	return d, !d.off, ""
}

func (s *story) powerFails(d *disk, left remainder) {
	if d.off {
		s.tell("THE POWER FAILS, before: %s", d.before)
	} else {
		s.tell("THE POWER FAILS, later")
	}
	for _, lost := range left.lost {
		s.detail(lost + ": it was not synced")
	}
	s.tell("On the disk is left: %s", left.platter)
}

// restart lets m live until nothing new is left to do, with restarts between that
// lose nothing.
func (e *explorer) restart(m machine) string {
	story, left := &story{}, platter{}
	for life := range 4 {
		if life > 0 {
			story.tell("A restart that loses nothing. On the disk is: %s", left)
		}
		d, _, failure := e.live(m, left, 0, life, story)
		if failure != "" {
			return failure
		}
		left = d.remainders()[0].platter
	}
	return ""
}

func (p platter) String() string {
	if len(p) == 0 {
		return "nothing"
	}
	var files []string
	for _, name := range slices.Sorted(maps.Keys(p)) {
		files = append(files, fmt.Sprintf("%s with %q", name, p[name]))
	}
	return strings.Join(files, ", ")
}
