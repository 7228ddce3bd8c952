package fencetest

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// A story is what was done to the system under test and what came back, in the
// order in which it began. A failed check tells it.
type story struct {
	mu    sync.Mutex
	ticks int64
	lines []line
}

// A line is one call, or something that happened between calls.
type line struct {
	text       string
	from, till int64 // ticks, which order calls that may overlap
}

// tick numbers the calls' beginnings and ends.
func (s *story) tick() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ticks++
	return s.ticks
}

// tell adds a line about something that began at from and is over now.
func (s *story) tell(from int64, format string, args ...any) line {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ticks++
	l := line{text: fmt.Sprintf(format, args...), from: from, till: s.ticks}
	s.lines = append(s.lines, l)
	return l
}

// add adds a line told elsewhere.
func (s *story) add(l line) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lines = append(s.lines, l)
}

// note adds a line that is no call.
func (s *story) note(format string, args ...any) {
	s.tell(s.tick(), format, args...)
}

// begin starts the story over, for the next case of the same check.
func (s *story) begin() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lines, s.ticks = nil, 0
}

// A failure ends a check. It travels as a panic, so that a check can be written
// as the list of what it does and expects.
type failure struct {
	claim string // says more than the check's own, if not empty
	want  string
	see   []string // checks that ask for just this: if one fails as well, it has the story
	story string
	stack string
	hung  bool
}

// fail ends the check at the line told last: something else was wanted there.
func (s *story) fail(format string, args ...any) {
	panic(failure{want: fmt.Sprintf(format, args...), story: s.inOrder()})
}

// failAs is fail for what other checks are about. If one of them fails too, its
// story is the one to read.
func (s *story) failAs(see []string, format string, args ...any) {
	panic(failure{see: see, want: fmt.Sprintf(format, args...), story: s.inOrder()})
}

// failWith ends the check because of a call that did not return.
func (s *story) failWith(m *mishap) {
	want := "the call to return, with an error if need be"
	if m.hung {
		want = "the call to return once its context is over"
	}
	panic(failure{want: want, story: s.inOrder(), stack: m.stack, hung: m.hung})
}

// inOrder numbers the lines.
func (s *story) inOrder() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var b strings.Builder
	for i, l := range s.lines {
		fmt.Fprintf(&b, "%d. %s\n", i+1, l.text)
	}
	return b.String()
}

// overlapping numbers the lines in the order in which the calls began, each with
// its span, and marks the one that is wrong.
func (s *story) overlapping(wrong line) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	lines := slices.Clone(s.lines)
	slices.SortFunc(lines, func(a, b line) int { return int(a.from - b.from) })
	var b strings.Builder
	for i, l := range lines {
		fmt.Fprintf(&b, "%2d. [%2d to %2d] %s", i+1, l.from, l.till, l.text)
		if l == wrong {
			b.WriteString("   <- with this answer no order fits any more")
		}
		b.WriteString("\n")
	}
	return b.String()
}

// until numbers the lines up to the one that is wrong, of a story in which one
// call follows the other.
func (s *story) until(wrong line) string {
	s.mu.Lock()
	s.lines = slices.DeleteFunc(s.lines, func(l line) bool { return l.from > wrong.from })
	s.mu.Unlock()
	return s.inOrder()
}

// A verdict is the error of a failed check.
type verdict struct {
	check, section string
	failure
}

func (v *verdict) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", v.check, v.claim)
	b.WriteString(v.story)
	fmt.Fprintf(&b, "   want %s\n", v.want)
	if v.stack != "" {
		fmt.Fprintf(&b, "%s\n", v.stack)
	}
	if v.section == interfaceItself {
		fmt.Fprintf(&b, "Read the comments of the interface: go doc %s/fencetest.", chapterPath)
	} else {
		fmt.Fprintf(&b, "Read %q in %s.", v.section, chapterPath)
	}
	return b.String()
}
