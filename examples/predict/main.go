// Predict tells the stories of the examples: for each the question, then, after
// a pause for the reader's own answer, the code and what it prints. What it
// prints comes from a run of the tests just made.
//
//	go run ./examples/predict          all stories, in order
//	go run ./examples/predict s02      one of them; several are fine
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

func main() {
	asking := isTerminal(os.Stdin) && isTerminal(os.Stdout)
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, asking))
}

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// run returns the exit status: 0 if all the chosen stories end as they are
// written down, 1 if one does not, 2 if there is no such story.
func run(names []string, stdin io.Reader, stdout, stderr io.Writer, asking bool) int {
	stories, err := loadStories()
	if err != nil {
		fmt.Fprintln(stderr, "predict:", err)
		return 1
	}
	chosen, err := choose(stories, names)
	if err != nil {
		fmt.Fprintln(stderr, "predict:", err)
		fmt.Fprintln(stderr, "usage: go run ./examples/predict [NAME ...]")
		fmt.Fprintln(stderr, "Without a NAME all stories are told. A number is enough of a name:")
		for _, s := range stories {
			fmt.Fprintln(stderr, " ", s.name)
		}
		return 2
	}
	otherwise, err := runStories(chosen)
	if err != nil {
		fmt.Fprintln(stderr, "predict:", err)
		return 1
	}
	answers := bufio.NewReader(stdin)
	for _, s := range chosen {
		fmt.Fprintf(stdout, "%s\n%s\n\n%s\n\n", s.name, strings.Repeat("=", len(s.name)), wrap(s.question))
		if asking {
			fmt.Fprint(stdout, "Your prediction, then Enter: ")
			answers.ReadString('\n')
			fmt.Fprintln(stdout)
		}
		fmt.Fprintf(stdout, "%s\n\nWhat it prints, run just now:\n\n", s.code)
		if got, differs := otherwise[s.name]; differs {
			fmt.Fprintf(stdout, "%s\n\nThe story was written to end otherwise:\n\n%s\n\n", indent(got), indent(s.output))
		} else {
			fmt.Fprintf(stdout, "%s\n\n%s\n\n", indent(s.output), s.why)
		}
	}
	return min(len(otherwise), 1)
}

// choose returns the stories with the given names, all of them without any.
func choose(stories []story, names []string) ([]story, error) {
	if len(names) == 0 {
		return stories, nil
	}
	var chosen []story
	for _, name := range names {
		found := false
		for _, s := range stories {
			if s.isCalled(name) {
				chosen, found = append(chosen, s), true
			}
		}
		if !found {
			return nil, fmt.Errorf("there is no story %q", name)
		}
	}
	return chosen, nil
}

// isCalled accepts 2, s02, s02_fencingToken and Example_s02_fencingToken.
func (s story) isCalled(name string) bool {
	name = strings.TrimPrefix(name, "Example_")
	number, _, _ := strings.Cut(s.name, "_")
	if n, err := strconv.Atoi(name); err == nil {
		name = fmt.Sprintf("s%02d", n)
	}
	return name == s.name || name == number
}
