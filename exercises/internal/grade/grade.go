// Package grade is how the tests of the exercises speak to the student: what
// happened, what was expected, and where to read on.
package grade

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/fencing/chapter/schedule"
	"example.com/fencing/exercises/internal/exercise"
	"example.com/fencing/exercises/internal/stubs"
)

// Fail is t.Fatalf, followed by the section to read and the command that gives
// a hint. Like t.Fatalf, it must be called by the goroutine of the test.
func Fail(t testing.TB, format string, args ...any) {
	t.Helper()
	text := strings.TrimRight(fmt.Sprintf(format, args...), "\n")
	t.Fatalf("%s%s", text, footer())
}

// Report fails the test if the search has found anything, and tells the
// shortest schedule that goes wrong.
func Report(t testing.TB, report *schedule.Report) {
	t.Helper()
	err := report.Err()
	switch {
	case err == nil:
	case len(report.Findings) == 0: // a bound was hit
		Fail(t, "%v", err)
	default:
		summary, _, _ := strings.Cut(report.String(), "\n")
		Fail(t, "%s\n\n%s", summary, report.Findings[0])
	}
}

// footer speaks of the exercise whose tests are running: go test runs them in
// the folder of their package. Elsewhere it is empty.
func footer() string {
	folder, err := os.Getwd()
	if err != nil {
		return ""
	}
	return footerFor(filepath.Base(folder))
}

func footerFor(folder string) string {
	number, _, ok := exercise.Number(folder)
	if !ok {
		return ""
	}
	hint := fmt.Sprintf("\nHint:  go run ./exercises hint %d", number)
	e, err := stubs.Exercise(folder)
	if err != nil {
		return "\n" + hint
	}
	return fmt.Sprintf("\n\nRead:  %q in the chapter (go doc ./chapter)%s", e.Read, hint)
}
