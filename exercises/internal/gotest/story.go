package gotest

import (
	"regexp"
	"strings"
)

// position is that of a t.Log; what the student prints without an end of line
// may stand before it.
var position = regexp.MustCompile(`(?:^\s+| {4})\w+\.go:[0-9]+: `)

// tell strips what go test puts around the words of a test, and tells them from
// what was printed before them.
func tell(output string) (debug, words string) {
	var lines []string
	begin := -1
	for line := range strings.Lines(output) {
		line = strings.TrimRight(line, " \r\n")
		trimmed := strings.TrimSpace(line)
		if strings.HasPrefix(trimmed, "=== ") || strings.HasPrefix(trimmed, "--- ") || line == "FAIL" || strings.HasPrefix(line, "FAIL\t") {
			continue
		}
		if at := position.FindStringIndex(line); at != nil {
			if at[0] > 0 {
				lines = append(lines, line[:at[0]])
			}
			if line = line[at[1]:]; begin < 0 {
				begin = len(lines)
			}
		} else if rest, ok := strings.CutPrefix(line, "        "); ok {
			line = rest
		}
		lines = append(lines, line)
	}
	if begin < 0 {
		begin = len(lines)
	}
	join := func(lines []string) string { return strings.Trim(strings.Join(lines, "\n"), "\n") }
	return join(lines[:begin]), join(lines[begin:])
}

// story is what a test says, after the last lines that were printed before it.
func story(debug, words string) string {
	const most = 10
	if lines := strings.Split(debug, "\n"); len(lines) > most {
		debug = "...\n" + strings.Join(lines[len(lines)-most:], "\n")
	}
	return strings.Trim(debug+"\n"+words, "\n")
}

// reason picks the line that says what is wrong: a story ends with one that
// begins with an arrow, and otherwise the first line has to do.
func reason(story string) string {
	first, last := "", ""
	for line := range strings.Lines(story) {
		line = strings.TrimSpace(line)
		if rest, ok := strings.CutPrefix(line, "=> "); ok {
			last = rest
		}
		if first == "" {
			first = line
		}
	}
	if last != "" {
		return last
	}
	return first
}
