//go:build unix

package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// What -fencing, -check and -scenario can be.
const (
	off, on, both        = "off", "on", "both"
	never, before, after = "never", "before", "after"
	paused, delayed      = "pause", "delayed"
)

// Settings are the flags, checked.
type settings struct {
	fencing  string
	ttl      time.Duration
	pause    time.Duration
	runs     int // 0 means one, which is narrated
	check    string
	scenario string
	kill     bool
	verbose  bool
}

// The bounds of what can be asked for.
const (
	shortest = 20 * time.Millisecond // a process needs some time to look at its lease and to be stopped
	longest  = time.Hour
	mostRuns = 1_000_000
)

const usage = `usage: go run ./examples/zombie [FLAGS]

A client process is frozen with SIGSTOP until its lease is over, a second one
writes, the first wakes and writes too. Without a fence, then with one.

  -fencing=off|on|both      whether the storage compares tokens (both)
  -ttl=DURATION             how long a lease lasts (1s; 200ms with -n)
  -pause=DURATION           how long client1 is frozen, or its packet delayed;
                            longer than the lease (one and a half of it)
  -check=never|before|after when client1 looks at its lease: before the pause,
                            or after it, where the look helps (before)
  -scenario=pause|delayed   freeze client1, or hold its packet back (pause)
  -n=RUNS                   so many runs, counted instead of narrated
  -kill                     kill the storage again and again, which keeps its
                            mark on disk; -n says how often (50)
  -v                        also show processes, signals and HTTP

Exit status: 0 if what had to happen happened, 1 if not, 2 for bad usage.
`

// parse returns what args ask for, flag.ErrHelp, or an error that says what
// would be right.
func parse(args []string) (settings, error) {
	s := settings{fencing: both, check: before, scenario: paused}
	flags := flag.NewFlagSet("zombie", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Func("fencing", "", oneOf(&s.fencing, off, on, both))
	flags.Func("check", "", oneOf(&s.check, never, before, after))
	flags.Func("scenario", "", oneOf(&s.scenario, paused, delayed))
	flags.DurationVar(&s.ttl, "ttl", 0, "")
	flags.DurationVar(&s.pause, "pause", 0, "")
	flags.IntVar(&s.runs, "n", 0, "")
	flags.BoolVar(&s.kill, "kill", false, "")
	flags.BoolVar(&s.verbose, "v", false, "")
	if err := flags.Parse(args); err != nil {
		return settings{}, err
	}
	if flags.NArg() > 0 {
		return settings{}, fmt.Errorf("%q is no flag: all is said by flags, as in -fencing=on", flags.Arg(0))
	}
	given := make(map[string]bool)
	flags.Visit(func(f *flag.Flag) { given[f.Name] = true })
	s.fillIn(given)
	return s, s.complain(given)
}

func oneOf(value *string, words ...string) func(string) error {
	return func(word string) error {
		if !slices.Contains(words, word) {
			return fmt.Errorf("want %s", strings.Join(words, ", "))
		}
		*value = word
		return nil
	}
}

// fillIn sets what was not given.
func (s *settings) fillIn(given map[string]bool) {
	if !given["ttl"] {
		s.ttl = time.Second
		if given["n"] {
			s.ttl = 200 * time.Millisecond
		}
	}
	if !given["pause"] {
		s.pause = s.ttl + s.ttl/2
	}
	if s.kill && !given["n"] {
		s.runs = 50
	}
}

// complain returns what makes no sense.
func (s *settings) complain(given map[string]bool) error {
	switch {
	case s.ttl < shortest || s.ttl > longest:
		return fmt.Errorf("-ttl=%v: want %v to %v", s.ttl, shortest, longest)
	case s.pause <= s.ttl:
		return fmt.Errorf("-pause=%v is not longer than -ttl=%v: client1 would wake while its lease is good, and nothing would happen", s.pause, s.ttl)
	case s.pause > 2*longest:
		return fmt.Errorf("-pause=%v: want at most %v", s.pause, 2*longest)
	case (given["n"] || s.kill) && (s.runs < 1 || s.runs > mostRuns):
		return fmt.Errorf("-n=%d: want 1 to %d", s.runs, mostRuns)
	case s.scenario == delayed && s.check == after:
		return errors.New("-scenario=delayed -check=after: a packet that is on its way looks at nothing; want -check=before or never")
	}
	if s.kill {
		for _, name := range []string{"fencing", "ttl", "pause", "check", "scenario"} {
			if given[name] {
				return fmt.Errorf("-kill and -%s: a kill run has a storage with a fence, and nothing else to choose; want -kill with -n or -v alone", name)
			}
		}
	}
	return nil
}

// ways returns the ways to run, fenced or not.
func (s settings) ways() []bool {
	switch s.fencing {
	case off:
		return []bool{false}
	case on:
		return []bool{true}
	}
	return []bool{false, true}
}
