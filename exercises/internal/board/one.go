package board

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"example.com/fencing/exercises/internal/exercise"
	"example.com/fencing/exercises/internal/gotest"
)

// errNotSolved has been told already when it is returned.
var errNotSolved = errors.New("the exercise is not solved yet")

// showOne runs the tests of one exercise and tells all that they say.
func (b *Board) showOne(ctx context.Context, e exercise.Exercise) error {
	rows, err := b.rows(ctx, []exercise.Exercise{e})
	if err != nil {
		return err
	}
	fmt.Fprint(b.Out, b.story(rows[0]))
	if rows[0].State != gotest.Done {
		return errNotSolved
	}
	return nil
}

// story draws one exercise.
func (b *Board) story(r row) string {
	s, width := b.styles(), b.columns()
	var text strings.Builder
	line := func(look style, l string) {
		for _, part := range wrap(l, width) {
			text.WriteString(strings.TrimRight(look(part), " ") + "\n")
		}
	}
	line(s.title, fmt.Sprintf("%s %s: %s", r.Folder[:2], r.Name, r.Title))
	line(s.faint, shown(r.Exercise))
	line(s.plain, "")
	if r.State == gotest.Done {
		line(s.done, "✓ done")
		line(s.plain, "")
		line(s.faint, fmt.Sprintf("A worked answer to compare yours with: solutions/%s", r.File()))
		line(s.faint, "What comes next: go run ./exercises")
		return text.String()
	}
	word := "✗ " + r.State.String()
	if r.Test != "" {
		word += ": " + r.Test
	}
	line(s.fails, word)
	line(s.plain, "")
	for l := range strings.Lines(r.Story) {
		l = strings.TrimRight(l, "\r\n")
		look := s.plain
		switch {
		case strings.HasPrefix(l, "=> "):
			look = s.title
		case strings.HasPrefix(l, "Read:  "), strings.HasPrefix(l, "Hint:  "):
			look = s.faint
		}
		line(look, l)
	}
	if !strings.Contains(r.Story, "\nHint:  ") {
		line(s.plain, "")
		line(s.faint, fmt.Sprintf("Read:  %q in the chapter (go doc ./chapter)", r.Read))
		line(s.faint, fmt.Sprintf("Hint:  go run ./exercises hint %d", r.Number))
	}
	if len(r.Others) > 0 {
		line(s.plain, "")
		line(s.faint, "Fails too: "+strings.Join(r.Others, ", "))
	}
	return text.String()
}
