package board

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/exercises/internal/gotest"
)

func TestChangesSettleBeforeTestsAreRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		changes := make(chan string)
		go func() {
			for _, folder := range []string{"03_tokens", "03_tokens", "01_fence", "03_tokens"} {
				changes <- folder
				time.Sleep(quiet - time.Millisecond)
			}
			time.Sleep(time.Hour)
			changes <- "02_break_the_check"
		}()
		assert.Equal(t, []string{"03_tokens", "01_fence"}, settled(t.Context(), changes, quiet))
		assert.Equal(t, []string{"02_break_the_check"}, settled(t.Context(), changes, quiet))
	})
}

func TestASaveEndsTheTestsThatRun(t *testing.T) {
	changes := make(chan string)
	began := make(chan bool)
	go func() {
		<-began
		changes <- "01_fence"
	}()
	saved, err := untilSaved(t.Context(), changes, func(ctx context.Context) error {
		began <- true
		<-ctx.Done()
		return ctx.Err()
	})
	require.NoError(t, err)
	assert.Equal(t, "01_fence", saved)

	saved, err = untilSaved(t.Context(), changes, func(context.Context) error { return nil })
	require.NoError(t, err)
	assert.Empty(t, saved)
	assert.Equal(t, []string{"03_tokens"}, settled(t.Context(), changes, time.Millisecond, "03_tokens"))
}

func TestWatchBeginsAgainWhenAFileIsSaved(t *testing.T) {
	s := newStudent(t)
	ctx, interrupt := context.WithCancel(t.Context())
	var tested [][]string
	s.Board.test = func(running context.Context, _ string, folders []string, _ func(string)) (map[string]gotest.Verdict, error) {
		if tested = append(tested, folders); len(tested) == 3 {
			interrupt()
		} else { // an endless loop, until it is mended
			s.save("exercises/02_break_the_check/break_the_check.go", mine+strings.Repeat("\n", len(tested)))
		}
		<-running.Done()
		return nil, running.Err()
	}
	assert.Equal(t, ok, s.Run(ctx, []string{"watch"}))
	assert.Equal(t, [][]string{{"01_fence"}, {"01_fence", "02_break_the_check"}, {"01_fence", "02_break_the_check"}}, tested)
}

func TestNothingMoreToWaitFor(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	assert.Empty(t, settled(ctx, make(chan string), quiet))
	closed := make(chan string)
	close(closed)
	assert.Empty(t, settled(t.Context(), closed, quiet))
}

// save replaces a file at once, as many editors do, so that it is one event.
func (s *student) save(name, content string) {
	s.t.Helper()
	s.write("saved", content)
	require.NoError(s.t, os.Rename(s.path("saved"), s.path(name)))
}

// Saves real files, with a real watcher, and waits for what the board says.
func TestWatch(t *testing.T) {
	s := newStudent(t)
	output, screen := io.Pipe()
	s.Board.Out = screen
	tests := make(chan []string, 9)
	inner := s.Board.test
	s.Board.test = func(ctx context.Context, dir string, folders []string, progress func(string)) (map[string]gotest.Verdict, error) {
		tests <- folders
		return inner(ctx, dir, folders, progress)
	}
	ctx, interrupt := context.WithCancel(t.Context())
	status := make(chan int)
	go func() {
		status <- s.Run(ctx, []string{"watch"})
		screen.Close()
	}()
	said := func(end string) string { // reads up to there
		var text strings.Builder
		for letter := make([]byte, 1); !strings.HasSuffix(text.String(), end); {
			if _, err := output.Read(letter); err != nil {
				t.Errorf("it ends before it says %q, with %q", end, text.String())
				return text.String()
			}
			text.Write(letter)
		}
		return text.String()
	}
	const prompt = "Ctrl-C ends this.\n"

	assert.Contains(t, said(prompt), "0 of 3 done")
	assert.Equal(t, []string{"01_fence"}, <-tests)

	s.save("exercises/02_break_the_check/break_the_check.go", mine)
	text := said(prompt)
	assert.Equal(t, []string{"02_break_the_check"}, <-tests, "only what was saved")
	assert.Contains(t, text, "0 of 3 done")
	assert.Contains(t, text, "✗ fails: TestIt\n\na story\n=> not yet solved\n")

	s.verdicts["02_break_the_check"] = gotest.Verdict{State: gotest.Done}
	s.write("exercises/02_break_the_check/notes.txt", "no Go")
	s.save("exercises/02_break_the_check/break_the_check.go", mine+mine)
	text = said(prompt)
	assert.Equal(t, []string{"02_break_the_check"}, <-tests)
	assert.Contains(t, text, "1 of 3 done")
	assert.Contains(t, text, "✓ 02 break_the_check")

	interrupt()
	said("\n")
	assert.Equal(t, ok, <-status)
}

func TestWatchEndsCleanlyWhileTestsRun(t *testing.T) {
	s := newStudent(t)
	ctx, interrupt := context.WithCancel(t.Context())
	s.Board.test = func(ctx context.Context, _ string, _ []string, _ func(string)) (map[string]gotest.Verdict, error) {
		interrupt()
		return nil, ctx.Err()
	}
	assert.Equal(t, ok, s.Run(ctx, []string{"watch"}))

	s.Board.test = func(context.Context, string, []string, func(string)) (map[string]gotest.Verdict, error) {
		return nil, errors.New("no go command")
	}
	assert.Equal(t, failed, s.Run(t.Context(), []string{"watch"}))
	assert.Contains(t, s.err.String(), "no go command")
}
