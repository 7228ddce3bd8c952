package gotest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

var crashLine = regexp.MustCompile(`(?m)^(panic: |fatal error: ).*$`)

// crash looks for a panic, or the one by which go test ends what does not end.
func (l *log) crash(folder string) (v Verdict, crashed bool) {
	for _, name := range append(slices.Concat(l.failed, l.running), "") {
		output := l.outside
		if name != "" {
			output = l.outputs[name]
		}
		found := crashLine.FindStringIndex(output)
		if found == nil {
			continue
		}
		message, trace := output[found[0]:found[1]], output[found[1]:]
		v = Verdict{State: Panics, Test: name, Why: strings.TrimSuffix(message, " [recovered, repanicked]")}
		if strings.Contains(message, "test timed out after") {
			v.State = DoesNotEnd
			v.Why = fmt.Sprintf("stopped after %v: a loop or a wait without an end?", Timeout)
		}
		places := frames(trace, folder)
		if len(places) == 0 {
			v.Story = v.Why + "\n" + firstLines(trace, 40)
			return v, true
		}
		first, _, _ := strings.Cut(places[0], " ")
		v.Why += " (" + first + ")"
		v.Story = v.Why + "\n\nIt was here, called from the lines below:\n  " + strings.Join(places, "\n  ") +
			"\nThe rest of the trace: go test ./exercises/" + folder
		return v, true
	}
	return v, false
}

// frames returns the places in a trace that are in the exercise, innermost
// first: those of its first goroutine that has any.
func frames(trace, folder string) []string {
	frame := regexp.MustCompile(`(?m)^\S*?` + regexp.QuoteMeta(folder) + `[^.\s]*\.(.+)\(.*\)\n\t.*[/\\](\w+\.go:[0-9]+)`)
	for goroutine := range strings.SplitSeq(trace, "\n\n") {
		var places []string
		for _, match := range frame.FindAllStringSubmatch(goroutine, 10) {
			places = append(places, fmt.Sprintf("%-18s %s", match[2], match[1]))
		}
		if len(places) > 0 {
			return places
		}
	}
	return nil
}

func firstLines(text string, n int) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	if len(lines) > n {
		lines = append(lines[:n], "...")
	}
	return strings.Join(lines, "\n")
}
