package fencetest

import (
	"flag"
	"os"
	"testing"
	"time"
)

// settings are what the suite's own tests change and nobody else.
type settings struct {
	rounds   int           // a concurrent check is played at most so many times,
	enough   time.Duration // and not again after this long
	drawings func() (dir string, err error)
}

// fewestRounds are played however slow the system is: each kind of round once,
// and then some.
const fewestRounds = 8

func (s settings) complete() settings {
	if s.rounds == 0 {
		s.rounds = 400
	}
	if s.enough == 0 {
		s.enough = 150 * time.Millisecond
	}
	if s.drawings == nil {
		s.drawings = temporary
	}
	return s
}

// eachRound plays a concurrent check over and over: schedules differ.
func (s settings) eachRound(play func(round int)) {
	start := time.Now()
	for round := range s.rounds {
		if round >= fewestRounds && time.Since(start) > s.enough {
			return
		}
		play(round)
	}
}

// drawingsOf returns the folder for the test's drawings: its artifact folder if
// artifacts are kept (go test -artifacts, from Go 1.26 on). Otherwise that
// folder goes when the test ends, and one is needed that stays.
func drawingsOf(t testing.TB) func() (string, error) {
	kept := flag.Lookup("test.artifacts")
	a, ok := t.(interface{ ArtifactDir() string })
	if !ok || kept == nil || kept.Value.String() != "true" {
		return temporary
	}
	return func() (string, error) { return a.ArtifactDir(), nil }
}

func temporary() (string, error) { return os.MkdirTemp("", "fencetest-") }
