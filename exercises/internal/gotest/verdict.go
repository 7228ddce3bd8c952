// Package gotest runs the tests of exercises and understands what they say.
package gotest

import (
	"regexp"
	"strings"
)

// A State is how the tests of an exercise ended.
type State int

const (
	Fails          State = iota
	Done                 // all tests pass
	DoesNotCompile       // the student's file, or what it is compiled with
	DoesNotVet           // go vet, of which go test runs a part, has found a mistake
	DoesNotEnd           // the tests were stopped after Timeout
	Panics
)

func (s State) String() string {
	return [...]string{"fails", "done", "does not compile", "does not vet", "does not end", "panics"}[s]
}

// A Verdict is what go test says about one exercise.
type Verdict struct {
	State  State
	Why    string   // in one line, "" if it is done
	Test   string   // the first test that failed, if there is one
	Story  string   // all that this test says, or the compiler
	Others []string // tests that failed after it
}

var (
	position   = regexp.MustCompile(`^\s+\w+\.go:[0-9]+: `)    // of a t.Log
	diagnostic = regexp.MustCompile(`^(\S+\.go):([0-9:]+:) .`) // of the compiler
)

// verdict looks at what the events have left.
func (l *log) verdict(folder string) Verdict {
	switch {
	case l.passed:
		return Verdict{State: Done}
	case l.unbuilt:
		return unbuilt(l.build)
	}
	if v, crashed := l.crash(folder); crashed {
		return v
	}
	v := Verdict{State: Fails, Story: tell(l.outside)}
	if len(l.failed) > 0 {
		v.Test = l.failed[0]
		v.Story = tell(l.outputs[v.Test])
		for _, name := range l.failed[1:] {
			if !strings.HasPrefix(v.Test, name+"/") { // else the first is a part of it
				v.Others = append(v.Others, name)
			}
		}
	}
	v.Why = reason(v.Story)
	if len(l.failed) == 0 && len(l.running) > 0 {
		v.Test = l.running[len(l.running)-1]
		v.Why = "the whole program ended during " + v.Test
		v.Story = v.Why + "\n" + v.Story
	}
	if v.Why == "" {
		v.Why = "no test says why; see go test ./exercises/" + folder
	}
	return v
}

// unbuilt finds the first complaint in what the compiler or vet says.
func unbuilt(build string) Verdict {
	v := Verdict{State: DoesNotCompile}
	var story []string
	for line := range strings.Lines(build) {
		line = strings.TrimRight(line, "\r\n")
		if strings.HasPrefix(line, "# ") {
			if strings.HasPrefix(line, "# [") {
				v.State = DoesNotVet
			}
			continue
		}
		line = strings.TrimPrefix(line, "vet: ")
		if match := diagnostic.FindStringSubmatch(line); match != nil {
			if v.Why == "" {
				v.Why = match[1][strings.LastIndexAny(match[1], `/\`)+1:] + line[len(match[1]):]
			}
			line = inCheckout(line)
		}
		story = append(story, line)
	}
	v.Story = strings.Join(story, "\n")
	if v.Why == "" && len(story) > 0 {
		v.Why = story[0]
	}
	return v
}

// inCheckout turns a path seen from exercises/ into one seen from the top.
func inCheckout(line string) string {
	line = strings.TrimPrefix(strings.TrimPrefix(line, "./"), `.\`)
	if rest, ok := strings.CutPrefix(line, "../"); ok {
		return rest
	}
	if regexp.MustCompile(`^([0-9]{2}_|internal)`).MatchString(line) {
		return "exercises/" + line
	}
	return line
}

// tell strips what go test puts around the words of a test.
func tell(output string) string {
	var lines []string
	for line := range strings.Lines(output) {
		line = strings.TrimRight(line, " \r\n")
		trimmed := strings.TrimSpace(line)
		if strings.HasPrefix(trimmed, "=== ") || strings.HasPrefix(trimmed, "--- ") || line == "FAIL" || strings.HasPrefix(line, "FAIL\t") {
			continue
		}
		if prefix := position.FindString(line); prefix != "" {
			line = line[len(prefix):]
		} else if rest, ok := strings.CutPrefix(line, "        "); ok {
			line = rest
		}
		lines = append(lines, line)
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}

// reason picks the line that says what is wrong: a story ends with one that
// begins with an arrow, and otherwise the first line has to do.
func reason(story string) string {
	first := ""
	for line := range strings.Lines(story) {
		line = strings.TrimSpace(line)
		if rest, ok := strings.CutPrefix(line, "=> "); ok {
			return rest
		}
		if first == "" {
			first = line
		}
	}
	return first
}
