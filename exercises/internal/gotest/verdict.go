// Package gotest runs the tests of exercises and understands what they say.
package gotest

import (
	"regexp"
	"slices"
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
	PrintsMuch // so much that the tests do not get through
	Missing    // there is no file to test
)

func (s State) String() string {
	return [...]string{"fails", "done", "does not compile", "does not vet", "does not end", "panics", "prints very much", "is missing"}[s]
}

// A Verdict is what go test says about one exercise.
type Verdict struct {
	State  State
	Why    string   // in one line, "" if it is done
	Test   string   // the first test that failed, if there is one
	Story  string   // all that this test says, or the compiler
	Others []string // tests that failed after it
}

var diagnostic = regexp.MustCompile(`^(\S+\.go):([0-9:]+:) .`) // of the compiler

const (
	tooMuch    = "your code prints very much; take the Println out"
	nothingRan = "no test has run: does your file end the program?"
)

// verdict looks at what the events have left. The tests are those that the
// folder has; one that has not run proves nothing.
func (l *log) verdict(folder string, tests []string) Verdict {
	if l.unbuilt {
		return unbuilt(l.build)
	}
	if l.passed {
		return l.allRan(tests)
	}
	much := l.printed > muchOutput
	crashed, isCrash := l.crash(folder)
	for i, name := range l.failed {
		output := l.output(name)
		if _, _, here := split(output); here {
			break
		}
		debug, words := tell(output)
		if words == "" {
			continue
		}
		v := Verdict{State: Fails, Test: name, Why: reason(words), Story: story(debug, words)}
		if much {
			v.Story = "(Y" + tooMuch[1:] + ".)\n" + v.Story
		}
		for _, other := range append(l.failed[i+1:len(l.failed):len(l.failed)], l.running...) {
			if !strings.HasPrefix(name, other+"/") { // else the first is a part of it
				v.Others = append(v.Others, other)
			}
		}
		return v
	}
	if isCrash && !(much && crashed.State == DoesNotEnd) {
		return crashed
	}
	if much {
		return Verdict{State: PrintsMuch, Test: crashed.Test, Why: tooMuch, Story: tooMuch}
	}
	return l.unexplained(folder)
}

// allRan is the verdict when go test is content.
func (l *log) allRan(tests []string) Verdict {
	ran := func(test string) bool { return slices.Contains(l.through, test) }
	if len(l.through) == 0 {
		return Verdict{State: Fails, Why: nothingRan, Story: nothingRan}
	}
	missing := slices.Clone(l.running)
	for _, test := range tests {
		if !ran(test) && !slices.Contains(missing, test) {
			missing = append(missing, test)
		}
	}
	if len(missing) == 0 {
		return Verdict{State: Done}
	}
	why := missing[0] + " has not run to its end: does your file end the program?"
	return Verdict{State: Fails, Test: missing[0], Why: why, Story: why, Others: missing[1:]}
}

// unexplained is the verdict when no test says why it fails.
func (l *log) unexplained(folder string) Verdict {
	v := Verdict{State: Fails}
	said := func(test string) string {
		debug, words := tell(l.output(test))
		return story(debug, words)
	}
	switch {
	case len(l.failed) > 0:
		v.Test, v.Others = l.failed[0], l.failed[1:]
		v.Story = said(v.Test)
		v.Why = reason(v.Story)
	case len(l.running) > 0:
		v.Test = l.running[len(l.running)-1]
		v.Why = "the whole program ended during " + v.Test + ": os.Exit or log.Fatal?"
		v.Story = strings.TrimSpace(v.Why + "\n" + said(v.Test) + "\n" + said(""))
	case len(l.through) == 0:
		v.Why = nothingRan
		v.Story = strings.TrimSpace(v.Why + "\n" + said(""))
	default:
		v.Story = said("")
		v.Why = reason(v.Story)
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
