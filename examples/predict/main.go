// Predict tells the stories of the examples: the question and the code, then,
// after a pause for the reader's own answer if it runs in a terminal, what the
// code prints and why. What it prints comes from a run just made.
//
//	go run ./examples/predict          all stories, in order
//	go run ./examples/predict s02      one of them; several are fine
//
// Prose is 80 columns wide, or narrower if the environment says so, which many
// shells do only on request: COLUMNS=$COLUMNS go run ./examples/predict
package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
)

func main() {
	asking := isTerminal(os.Stdin) && isTerminal(os.Stdout)
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, asking))
}

// isTerminal takes a character device for a terminal, unless it is /dev/null.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	null, _ := os.Stat(os.DevNull)
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && !os.SameFile(info, null)
}

// run returns the exit status: 0 if all the stories told end as they are
// published, 1 if one does not, 2 if there is no such story.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer, asking bool) int {
	stories, err := loadStories()
	if slices.ContainsFunc(args, func(arg string) bool { return arg == "-h" || strings.TrimLeft(arg, "-") == "help" }) {
		usage(stdout, stories)
		return 0
	}
	if err != nil {
		fmt.Fprintln(stderr, "predict:", err)
		return 1
	}
	chosen, err := choose(stories, args)
	if err != nil {
		fmt.Fprintln(stderr, "predict:", err)
		usage(stderr, stories)
		return 2
	}
	endings := sync.OnceValues(func() (map[string]string, error) { return runStories(chosen) })
	go endings()    // to be ready when the reader is
	defer endings() // to leave nothing behind if the reader stops before
	status, err := tell(chosen, endings, stdin, stdout, asking)
	if err != nil {
		fmt.Fprintln(stderr, "predict:", err)
	}
	return status
}

func usage(w io.Writer, stories []story) {
	fmt.Fprintln(w, "usage: go run ./examples/predict [NAME ...]\nWithout a NAME all stories are told. s2, or 2, is enough of a name:")
	for _, s := range stories {
		fmt.Fprintln(w, " ", s.name)
	}
}

// choose returns the stories with the given names, all of them without any.
func choose(stories []story, names []string) (chosen []story, err error) {
	for _, name := range names {
		i := slices.IndexFunc(stories, func(s story) bool { return s.isCalled(name) })
		if i < 0 {
			return nil, fmt.Errorf("there is no story %q", name)
		}
		chosen = append(chosen, stories[i])
	}
	if len(names) == 0 {
		chosen = stories
	}
	return chosen, nil
}

// isCalled accepts 2, s2, s02, s02_fencingToken and Example_s02_fencingToken.
func (s story) isCalled(name string) bool {
	number, _, _ := strings.Cut(s.name, "_")
	if n, err := strconv.Atoi(strings.TrimPrefix(name, "s")); err == nil {
		return number == fmt.Sprintf("s%02d", n)
	}
	return strings.TrimPrefix(name, "Example_") == s.name
}
