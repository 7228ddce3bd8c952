package gotest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

var (
	// Not only where a line begins: what the student prints without an end of
	// line stands before it.
	crashMessage = regexp.MustCompile(`(panic: |fatal error: ).*`)
	// Without a trace after it, it is only something that somebody prints.
	traceBegins = regexp.MustCompile(`(?m)^goroutine [0-9]+ .*\[.+\]:\r?$`)
)

// split returns the last message of a crash and the trace that follows it.
func split(output string) (message, trace string, crashed bool) {
	begin := traceBegins.FindStringIndex(output)
	if begin == nil {
		return "", "", false
	}
	messages := crashMessage.FindAllStringIndex(output[:begin[0]], -1)
	if len(messages) == 0 {
		return "", "", false
	}
	last := messages[len(messages)-1]
	return output[last[0]:begin[0]], output[begin[0]:], true
}

// crash looks for a panic, or the one by which go test ends what does not end.
func (l *log) crash(folder string) (v Verdict, crashed bool) {
	for _, name := range append(slices.Concat(l.failed, l.running), "") {
		message, trace, found := split(l.output(name))
		if !found {
			continue
		}
		// Whatever the student's code prints meanwhile may stand between the two.
		timeout := strings.Contains(message, "test timed out after")
		message, _, _ = strings.Cut(message, "\n")
		message = strings.TrimRight(message, "\r")
		v = Verdict{State: Panics, Test: name, Why: strings.TrimSuffix(message, " [recovered, repanicked]")}
		if timeout {
			v.State = DoesNotEnd
			v.Why = fmt.Sprintf("stopped after %v: a loop or a wait without an end, or very much printing?", Timeout)
		}
		v.Story = v.Why
		if places := frames(trace, folder, timeout); len(places) > 0 {
			first, _, _ := strings.Cut(places[0], " ")
			v.Why += " (" + first + ")"
			v.Story = v.Why + "\n\nIt was here, called from the lines below:\n  " + strings.Join(places, "\n  ")
		}
		v.Story += "\nThe rest of the trace: go test ./exercises/" + folder
		return v, true
	}
	return v, false
}

// frames returns the places in a trace that are in the student's file, innermost
// first: those of the first goroutine that has any. If the tests were stopped,
// one that was doing something is preferred to those that wait for it.
func frames(trace, folder string, stopped bool) []string {
	frame := regexp.MustCompile(`(?m)^\S*?` + regexp.QuoteMeta(folder) + `[^.\s]*\.(.+)\(.*\)\r?\n\t.*[/\\](\w+\.go:[0-9]+)`)
	var waiting []string
	unavailable := false
	for goroutine := range strings.SplitSeq(strings.ReplaceAll(trace, "\r\n", "\n"), "\n\n") {
		unavailable = unavailable || strings.Contains(goroutine, "stack unavailable")
		var places []string
		for _, match := range frame.FindAllStringSubmatch(goroutine, -1) {
			if !strings.Contains(match[2], "_test.go:") {
				// An endless loop that was inlined is said to be in line 1.
				place := strings.TrimSuffix(match[2], ".go:1")
				if place != match[2] {
					place += ".go"
				}
				places = append(places, fmt.Sprintf("%-18s %s", place, match[1]))
			}
		}
		if len(places) == 0 {
			continue
		}
		places = slices.Compact(places) // of a recursion
		places = places[:min(len(places), 10)]
		header, _, _ := strings.Cut(goroutine, "\n")
		if !stopped || strings.Contains(header, "[run") { // running, runnable
			return places
		}
		if waiting == nil {
			waiting = places
		}
	}
	if unavailable { // the one that is to blame
		return nil
	}
	return waiting
}
