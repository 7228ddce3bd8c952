package fencetest

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"
)

// settings are what the suite's own tests change and nobody else.
type settings struct {
	rounds  int           // a concurrent check is played at most so many times,
	enough  time.Duration // and not again after this long
	keys    int           // so many keys make a crowd,
	crowded time.Duration // or as many as have been used after this long
	drawing func() (*os.File, error)
}

const (
	// fewestRounds are played however slow the system is: each kind of
	// round once, and then some.
	fewestRounds = 8

	// fewestKeys likewise.
	fewestKeys = 100
)

func (s settings) complete() settings {
	if s.rounds == 0 {
		s.rounds = 400
	}
	if s.enough == 0 {
		s.enough = 150 * time.Millisecond
	}
	if s.keys == 0 {
		s.keys = 3000
	}
	if s.crowded == 0 {
		s.crowded = 250 * time.Millisecond
	}
	if s.drawing == nil {
		s.drawing = temporary("history")
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

// eachKey uses one key after the other.
func (s settings) eachKey(use func(n int)) {
	start := time.Now()
	for n := range s.keys {
		if n >= fewestKeys && time.Since(start) > s.crowded {
			return
		}
		use(n)
	}
}

// drawingOf makes the file for a test's drawing, named after the test. It is in
// the test's artifact folder if artifacts are kept (go test -artifacts, from Go
// 1.26 on). Otherwise that folder goes when the test ends, and one is needed
// that stays.
func drawingOf(t testing.TB) func() (*os.File, error) {
	kept := flag.Lookup("test.artifacts")
	a, ok := t.(interface{ ArtifactDir() string })
	if !ok || kept == nil || kept.Value.String() != "true" {
		return temporary(t.Name())
	}
	return func() (*os.File, error) { return createNew(a.ArtifactDir(), t.Name()) }
}

// drawings is one folder for all that this process draws.
var drawings = sync.OnceValues(func() (string, error) { return os.MkdirTemp("", "fencetest-") })

func temporary(name string) func() (*os.File, error) {
	return func() (*os.File, error) {
		dir, err := drawings()
		if err != nil {
			return nil, err
		}
		return createNew(dir, name)
	}
}

// createNew creates name.html, or name-2.html if there is one.
func createNew(dir, name string) (*os.File, error) {
	name = strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return '-'
	}, name)
	for n, number := 1, ""; ; number = fmt.Sprint("-", n) {
		f, err := os.OpenFile(filepath.Join(dir, name+number+".html"), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
		n++
	}
}
