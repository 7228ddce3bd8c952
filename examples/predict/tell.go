package main

import (
	"bufio"
	"fmt"
	"go/doc/comment"
	"io"
	"os"
	"strconv"
	"strings"
)

// tell tells the stories until the end or, if asking, until the end of stdin. It
// returns 1 if one of those told does not end as published. What came instead
// is known to endings, which tell calls as late as it can.
func tell(stories []story, endings func() (map[string]string, error), stdin io.Reader, stdout io.Writer, asking bool) (status int, err error) {
	answers := bufio.NewReader(stdin)
	ask := func(prompt string) (answer string, ok bool) {
		fmt.Fprint(stdout, prompt)
		answer, err := answers.ReadString('\n')
		fmt.Fprintln(stdout)
		// The keys that move the cursor begin with \x1b.
		return strings.TrimSpace(strings.ReplaceAll(answer, "\x1b", "")), err == nil || answer != ""
	}
	for i, s := range stories {
		if asking && i > 0 {
			if _, ok := ask("Enter for the next story: "); !ok {
				break
			}
		}
		if asking && len(stories) > 1 {
			fmt.Fprintf(stdout, "story %d of %d; Ctrl-C stops\n\n", i+1, len(stories))
		}
		fmt.Fprintf(stdout, "%s\n%s\n\n%s\n\n%s\n\n", s.name, strings.Repeat("=", len(s.name)), wrap(s.question), s.code)
		if asking {
			// The code may have pushed the question out of sight.
			fmt.Fprintln(stdout, wrap(strings.Join(questions.FindAllString(s.question, -1), "")))
			said, ok := ask("Your prediction, then Enter: ")
			if !ok {
				break
			}
			if said != "" {
				fmt.Fprintf(stdout, "%s\n\n", wrap("You said: "+said))
			}
		}
		otherwise, err := endings()
		if err != nil {
			return 1, err
		}
		if got, differs := otherwise[s.name]; differs {
			status = 1 // and for another reason than s.why
			fmt.Fprintf(stdout, "It ends otherwise (see the lines with !).\n\nNow:\n\n%s\n\nAs published:\n\n%s\n\n", indent(got, s.output), indent(s.output, got))
		} else {
			fmt.Fprintf(stdout, "What it prints, run just now:\n\n%s\n\n%s\n\n", indent(s.output, s.output), wrap(s.why))
		}
	}
	return status, nil
}

// wrap fills the lines of a comment up to 80 columns, or $COLUMNS if these are
// fewer. Code and its output keep their lines.
func wrap(text string) string {
	width, err := strconv.Atoi(os.Getenv("COLUMNS"))
	if err != nil || width < 1 || width > 80 {
		width = 80
	}
	printer := comment.Printer{TextWidth: width}
	return strings.TrimSpace(string(printer.Text(new(comment.Parser).Parse(strings.TrimSpace(text)))))
}

// indent sets the lines of text off by four columns, with a mark in those that
// differ from the same line of other.
func indent(text, other string) string {
	lines, others := strings.Split(text, "\n"), strings.Split(other, "\n")
	for i, line := range lines {
		margin := "    "
		if i >= len(others) || line != others[i] {
			margin = "  ! "
		}
		lines[i] = strings.TrimRight(margin+line, " ")
	}
	return strings.Join(lines, "\n")
}
