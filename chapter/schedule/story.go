package schedule

import (
	"fmt"
	"strings"
)

// A Story is a schedule told: its steps, in order.
type Story []Step

// A Step is one line of a [Story].
type Step struct {
	Process string // who
	Name    string // did what, as announced
	Outcome string // what came of it, as logged, "" if nothing was
}

// String returns the step as it stands in a story.
func (s Step) String() string {
	if s.Outcome == "" {
		return s.Process + ": " + s.Name
	}
	return s.Process + ": " + s.Name + " → " + s.Outcome
}

// A story longer than this is told without its middle.
const (
	longStory = 50
	keptSteps = 20 // at each end
)

// String returns the story as a numbered list, one step per line. Of a very
// long story it returns the beginning and the end.
func (s Story) String() string {
	width := len(fmt.Sprint(len(s)))
	var lines []string
	for i, step := range s {
		if len(s) > longStory && i >= keptSteps && i < len(s)-keptSteps {
			if i == keptSteps {
				lines = append(lines, fmt.Sprintf("%*s  (%d more steps)", width, "", len(s)-2*keptSteps))
			}
			continue
		}
		lines = append(lines, fmt.Sprintf("%*d. %v", width, i+1, step))
	}
	return strings.Join(lines, "\n")
}

// Schedule returns what [Replay] needs to perform the story again: each step as
// "process: name".
func (s Story) Schedule() []string {
	schedule := make([]string, len(s))
	for i, step := range s {
		schedule[i] = Step{Process: step.Process, Name: step.Name}.String()
	}
	return schedule
}

func (s *Story) add(process, step string) {
	*s = append(*s, Step{Process: process, Name: step})
}

// note adds an outcome to the last step.
func (s Story) note(outcome string) {
	if len(s) == 0 {
		return
	}
	last := &s[len(s)-1]
	if last.Outcome != "" {
		last.Outcome += ", "
	}
	last.Outcome += outcome
}
