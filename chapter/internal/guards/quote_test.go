package guards

import (
	"fmt"
	"slices"
	"strings"
)

// A quote is a code block of the text that shows part of something else:
//
//	// from Example_s02_fencingToken
//	fmt.Println("client1 writes:", storage.Write("client1 stale data", lease1.Token))
//	...
//	// Output:
//	// client1 writes: token 33 < 34
//
// Neighbouring lines of a quote are neighbours in what is quoted, blank lines
// and indentation aside. A line "..." leaves any number of lines out; before the
// first line and after the last one it may be there or not.
type quote struct {
	from   string   // Example_s02_fencingToken, or FencedStorage.admit
	code   []string // the lines as quoted
	output []string // the lines below "// Output:", without their "// "
}

const quotePrefix = "// from "

// parseQuote takes a code block apart that begins with quotePrefix.
func parseQuote(block string) (quote, error) {
	lines := linesOf(block)
	q := quote{from: strings.TrimPrefix(lines[0], quotePrefix)}
	inOutput := false
	for _, line := range lines[1:] {
		switch {
		case line == "// Output:":
			inOutput = true
		case !inOutput:
			q.code = append(q.code, line)
		case line == "//": // a blank line, which is left aside
		case strings.HasPrefix(line, "// "):
			q.output = append(q.output, strings.TrimSpace(line[len("// "):]))
		default:
			return q, fmt.Errorf("%q stands below // Output: and does not begin with \"// \"", line)
		}
	}
	if inOutput && onlyElisions(q.output) {
		return q, fmt.Errorf("nothing stands below // Output:")
	}
	if onlyElisions(q.code) && onlyElisions(q.output) {
		return q, fmt.Errorf("it quotes no line at all")
	}
	return q, nil
}

// checkLines returns an error that says which of the quoted lines is not where
// the quote has it in the source, nil if each is. Taking the first place where
// a run of lines fits is enough: a later place would leave less for the rest.
func checkLines(quoted []string, source string) error {
	lines := linesOf(source)
	from, run := 0, []string(nil)
	for _, line := range slices.Concat(quoted, []string{elision}) {
		if line != elision {
			run = append(run, line)
			continue
		}
		end, err := findRun(run, lines, from)
		if err != nil {
			return err
		}
		from, run = end, nil
	}
	return nil
}

const elision = "..."

// findRun returns the end of the first place at or after from where all lines of
// run stand one below the other.
func findRun(run, lines []string, from int) (end int, err error) {
	longest, at := 0, 0 // the best attempt, for the error
	for start := from; start <= len(lines); start++ {
		n := 0
		for n < len(run) && start+n < len(lines) && run[n] == lines[start+n] {
			n++
		}
		if n == len(run) {
			return start + n, nil
		}
		if n > longest {
			longest, at = n, start
		}
	}
	missing := run[longest]
	switch {
	case !slices.Contains(lines, missing):
		return 0, fmt.Errorf("this line is not there:\n\t%s\nthe closest is:\n\t%s", missing, closest(missing, lines))
	case longest > 0:
		return 0, fmt.Errorf("this line:\n\t%s\nis there, but not directly below:\n\t%s\nbelow that stands:\n\t%s\n"+
			"(a line ... between them leaves lines out)", missing, run[longest-1], strings.Join(lines[at+longest:min(at+longest+1, len(lines))], ""))
	default:
		return 0, fmt.Errorf("this line is there, but in another order:\n\t%s", missing)
	}
}

func linesOf(text string) []string {
	var lines []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// onlyElisions reports whether no line is actually quoted.
func onlyElisions(lines []string) bool {
	return !slices.ContainsFunc(lines, func(line string) bool { return line != elision })
}

// closest returns the line with the smallest edit distance.
func closest(to string, lines []string) string {
	best, distance := "", len(to)+1
	for _, line := range lines {
		if d := editDistance(to, line); d < distance {
			best, distance = line, d
		}
	}
	return best
}

func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			substitute := diagonal
			if a[i] != b[j] {
				substitute++
			}
			diagonal = row[j+1]
			row[j+1] = min(substitute, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
