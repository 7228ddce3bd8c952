// Package board shows a student the exercises of a checkout.
package board

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"example.com/fencing/exercises/internal/exercise"
	"example.com/fencing/exercises/internal/gotest"
	"example.com/fencing/exercises/internal/stubs"
)

// A Board is what its commands need to know of the world.
type Board struct {
	Dir      string // where the student is
	CacheDir string // where to remember hints; "" is nowhere
	In       io.Reader
	Out, Err io.Writer
	Asks     bool       // In is a terminal: somebody is there to answer
	Terminal bool       // Out is one
	Plain    bool       // without colors, and whatever else is not text
	Width    func() int // in columns

	exercises []exercise.Exercise
	stub      func(folder string) ([]byte, error)
	test      func(ctx context.Context, dir string, folders []string, progress func(folder string)) (map[string]gotest.Verdict, error)
	root      string // of the checkout
}

// Exit statuses.
const (
	ok      = 0
	failed  = 1 // the exercise asked for, or the board itself
	misused = 2
)

// Run performs a command and returns the exit status.
func (b *Board) Run(ctx context.Context, args []string) int {
	err := b.prepare()
	if err == nil {
		var c command
		if c, err = b.parse(args); err == nil {
			err = b.perform(ctx, c)
		}
	}
	var misuse usageError
	switch {
	case err == nil:
		return ok
	case errors.As(err, &misuse):
		width := b.columns()
		fmt.Fprintf(b.Err, "%s\n\n%s", strings.Join(wrap(fmt.Sprintf("exercises: %v", err), width), "\n"), usage(width))
		return misused
	case errors.Is(err, errNotSolved):
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(b.Err, "exercises: interrupted")
	default:
		fmt.Fprintf(b.Err, "exercises: %v\n", err)
	}
	return failed
}

func (b *Board) perform(ctx context.Context, c command) error {
	if c.verb == "help" {
		_, err := io.WriteString(b.Out, usage(b.columns()))
		return err
	}
	var err error
	if b.root, err = findCheckout(b.Dir); err != nil {
		return err
	}
	switch c.verb {
	case "one":
		return b.showOne(ctx, c.exercise)
	case "hint":
		if c.exercise.Folder == "" {
			return b.hintAtNext(ctx)
		}
		return b.hint(c.exercise, c.level)
	case "reset":
		return b.reset(c.exercise, c.yes)
	case "watch":
		return b.watch(ctx)
	}
	return b.showAll(ctx)
}

// prepare fills in what only tests choose otherwise.
func (b *Board) prepare() (err error) {
	if b.exercises == nil {
		b.exercises, err = stubs.All()
	}
	if b.stub == nil {
		b.stub = stubs.Source
	}
	if b.test == nil {
		b.test = gotest.Run
	}
	return err
}

// findCheckout returns the top folder of the checkout that dir is in.
func findCheckout(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for folder := dir; ; folder = filepath.Dir(folder) {
		if _, err := os.Stat(filepath.Join(folder, "exercises", "internal", "stubs")); err == nil {
			return folder, nil
		}
		if folder == filepath.Dir(folder) {
			return "", fmt.Errorf("%s is not in a checkout of the exercises; go into the folder that you cloned, and try again", dir)
		}
	}
}

// file returns where the file is that the student edits.
func (b *Board) file(e exercise.Exercise) string {
	return filepath.Join(b.root, "exercises", filepath.FromSlash(e.File()))
}

// shown returns the same for eyes and shells: seen from the top folder.
func shown(e exercise.Exercise) string { return "exercises/" + e.File() }
