package board

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"example.com/fencing/exercises/internal/exercise"
)

// hintLevels is how many hints an exercise has: a nudge, the idea, nearly the
// code.
const hintLevels = 3

// hintAtNext shows a hint of the first exercise that is not done.
func (b *Board) hintAtNext(ctx context.Context) error {
	rows, err := b.rows(ctx, b.exercises)
	if err != nil {
		return err
	}
	i := next(rows)
	if i < 0 {
		fmt.Fprintln(b.Out, "All are done. A hint of one of them: go run ./exercises hint 1")
		return nil
	}
	return b.hint(rows[i].Exercise, 0)
}

// hint shows the hint of a level; level 0 is the one after the last shown.
func (b *Board) hint(e exercise.Exercise, level int) error {
	content, err := os.ReadFile(filepath.Join(b.root, "exercises", e.Folder, "hints.md"))
	if err != nil {
		return err
	}
	hints := splitHints(string(content))
	if len(hints) != hintLevels {
		return fmt.Errorf("exercises/%s/hints.md does not have %d hints, headed ## 1, ## 2, ## 3", e.Folder, hintLevels)
	}
	if level == 0 {
		level = min(b.shownHints()[e.Folder]+1, hintLevels)
	}
	remembered := b.rememberHint(e.Folder, level)

	s, width := b.styles(), b.columns()
	fmt.Fprintln(b.Out, s.title(cut(fmt.Sprintf("%s %s, hint %d of %d", e.Folder[:2], e.Name, level, hintLevels), width)))
	fmt.Fprintln(b.Out)
	code := false
	for line := range strings.Lines(hints[level-1]) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case strings.HasPrefix(line, "```"):
			code = !code
		case code:
			fmt.Fprintln(b.Out, strings.TrimRight("    "+line, " \t"))
		default:
			fmt.Fprintln(b.Out, strings.Join(wrap(line, width), "\n"))
		}
	}
	fmt.Fprintln(b.Out)
	last := fmt.Sprintf("That was the last one. The first again: go run ./exercises hint %d 1", e.Number)
	if level < hintLevels {
		last = fmt.Sprintf("Not enough? go run ./exercises hint %d", e.Number)
		if !remembered {
			last += fmt.Sprint(" ", level+1)
		}
	}
	for _, line := range wrap(last, width) {
		fmt.Fprintln(b.Out, s.faint(line))
	}
	return nil
}

var hintHeading = regexp.MustCompile(`(?m)^## [0-9]+\s*$`)

func splitHints(markdown string) []string {
	hints := hintHeading.Split(markdown, -1)[1:]
	for i := range hints {
		hints[i] = strings.TrimSpace(hints[i])
	}
	return hints
}

// Which hints have been shown is no progress, only a convenience, and lies where
// such things lie: in the user's cache folder, one file for each checkout. Where
// there is no such folder, or it cannot be written, everything works as well,
// and the board says hint 3 2 instead of hint 3.

func (b *Board) hintsFile() string {
	if b.CacheDir == "" {
		return ""
	}
	checkout := sha256.Sum256([]byte(b.root))
	return filepath.Join(b.CacheDir, "fencing-exercises", fmt.Sprintf("hints-%x.json", checkout[:8]))
}

// shownHints returns the level last shown of each exercise.
func (b *Board) shownHints() map[string]int {
	levels := make(map[string]int)
	if content, err := os.ReadFile(b.hintsFile()); err == nil {
		_ = json.Unmarshal(content, &levels) // if it is damaged, begin again
	}
	for folder, level := range levels {
		levels[folder] = min(max(level, 0), hintLevels)
	}
	return levels
}

// rememberHint reports whether it could.
func (b *Board) rememberHint(folder string, level int) bool {
	file := b.hintsFile()
	if file == "" {
		return false
	}
	levels := b.shownHints()
	levels[folder] = level
	content, err := json.Marshal(levels)
	if err != nil {
		return false
	}
	if os.MkdirAll(filepath.Dir(file), 0o700) != nil {
		return false
	}
	return os.WriteFile(file, content, 0o600) == nil
}
