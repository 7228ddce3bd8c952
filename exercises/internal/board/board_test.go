package board

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"charm.land/lipgloss/v2"
	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/exercises/internal/exercise"
	"example.com/fencing/exercises/internal/gotest"
	"example.com/fencing/exercises/internal/stubs"
)

func TestTheBoard(t *testing.T) {
	s := newStudent(t)
	s.write("exercises/01_fence/fence.go", "package fence // solved\n")
	s.verdicts["01_fence"] = gotest.Verdict{State: gotest.Done}
	s.write("exercises/03_tokens/tokens.go", "package tokens // mine\n")
	s.verdicts["03_tokens"] = gotest.Verdict{State: gotest.DoesNotCompile, Why: "tokens.go:12:3: undefined: sotre, which is a name that nobody has ever heard of"}

	for _, c := range []struct {
		width int
		want  string
	}{
		{80, `
━━━━━━━━━━━━━━━━─────────────────────────────────  1 of 3 done, 1 h 05 min to go

✓ 01 fence            easy      5 min  done
→ 02 break_the_check  medium   20 min  next
     not yet solved
✗ 03 tokens           hard     45 min  does not compile
     tokens.go:12:3: undefined: sotre, which is a name that nobody has ever hea…

02 break_the_check: which check can you not break?
  read   "Why can't the client check for itself?" (go doc ./chapter)
  edit   exercises/02_break_the_check/break_the_check.go
  run    go run ./exercises 2
  stuck? go run ./exercises hint 2
`},
		{40, `
━━━━━━━━━━━━━───────────────────────────
1 of 3 done, 1 h 05 min to go

✓ 01 fence              5 min  done
→ 02 break_the_check   20 min  next
     not yet solved
✗ 03 tokens           does not compile
     tokens.go:12:3: undefined: sotre,…

02 break_the_check: which check can you
not break?
  read   "Why can't the client check for
         itself?" (go doc ./chapter)
  edit   exercises/02_break_the_check/break_the_check.go
  run    go run ./exercises 2
  stuck? go run ./exercises hint 2
`},
	} {
		s.Width = func() int { return c.width }
		got, status := s.types()
		assert.Equal(t, ok, status, "the board could be shown, whatever it shows")
		assert.Empty(t, cmp.Diff(c.want, "\n"+got), "%d columns: -want +got", c.width)

		s.Plain = false
		colored, _ := s.types()
		s.Plain = true
		assert.NotEqual(t, got, colored)
		assert.Equal(t, got, escapes.ReplaceAllString(colored, ""), "colors say nothing that the words do not say")
	}
}

var escapes = regexp.MustCompile("\x1b\\[[0-9;]*m")

func TestTheBoardFitsNarrowTerminals(t *testing.T) {
	s := newStudent(t)
	s.write("exercises/01_fence/fence.go", "package fence // mine\n")
	for width := 30; width <= 100; width++ {
		s.Width = func() int { return width }
		all, _ := s.types()
		one, _ := s.types("1")
		for line := range strings.Lines(all + one) {
			if strings.Contains(line, "exercises/") { // stays whole, to be copied
				continue
			}
			assert.LessOrEqual(t, lipgloss.Width(strings.TrimRight(line, "\n")), width, "%q on %d columns", line, width)
		}
	}
}

func TestTheBoardWhenAllIsDone(t *testing.T) {
	s := newStudent(t)
	for _, e := range s.exercises {
		s.write("exercises/"+e.File(), "package "+e.Name+" // solved\n")
		s.verdicts[e.Folder] = gotest.Verdict{State: gotest.Done}
	}
	got, status := s.types()
	assert.Equal(t, ok, status)
	assert.Contains(t, got, "  all 3 done\n")
	assert.Contains(t, got, "solutions/")
	assert.NotContains(t, got, "→")
}

func TestAFileThatIsGoneHurtsNobodyElse(t *testing.T) {
	s := newStudent(t)
	require.NoError(t, os.Remove(s.path("exercises/02_break_the_check/break_the_check.go")))
	got, status := s.types()
	assert.Equal(t, ok, status)
	assert.Contains(t, got, "✗ 02 break_the_check  medium   20 min  is missing\n")
	assert.Contains(t, got, "break_the_check.go is not there; go run ./exercises reset 2 brings it back")
	assert.Equal(t, []string{"01_fence"}, s.tested)
}

func TestWhatIsTestedForTheBoard(t *testing.T) {
	s := newStudent(t)
	s.types()
	assert.Equal(t, []string{"01_fence"}, s.tested, "in the beginning only what is next")

	s.write("exercises/02_break_the_check/break_the_check.go", "package mine\n")
	s.types()
	assert.Equal(t, []string{"01_fence", "02_break_the_check"}, s.tested, "what is next, and what is begun")

	s.write("exercises/01_fence/fence.go", "package mine\n")
	s.types()
	assert.Equal(t, []string{"01_fence", "02_break_the_check", "03_tokens"}, s.tested)
}

func TestOneExercise(t *testing.T) {
	s := newStudent(t)
	s.verdicts["01_fence"] = gotest.Verdict{
		State: gotest.Fails, Test: "TestTheZombieIsRefused", Why: "33 must be refused",
		Story: "These writes arrive:\n1. Write(34) → accepted\n=> 33 must be refused\n\nRead:  \"Scenario 2\" in the chapter (go doc ./chapter)\nHint:  go run ./exercises hint 1",
		Others: []string{
			"TestARefusedWriteChangesNothing",
		},
	}
	got, status := s.types("1")
	assert.Equal(t, failed, status)
	assert.Empty(t, s.err.String(), "the story says it all")
	assert.Empty(t, cmp.Diff(`01 fence: can you make a storage refuse a zombie?
exercises/01_fence/fence.go

✗ fails: TestTheZombieIsRefused

These writes arrive:
1. Write(34) → accepted
=> 33 must be refused

Read:  "Scenario 2" in the chapter (go doc ./chapter)
Hint:  go run ./exercises hint 1

Fails too: TestARefusedWriteChangesNothing
`, got), "-want +got")
	assert.Equal(t, []string{"01_fence"}, s.tested)

	s.verdicts["01_fence"] = gotest.Verdict{State: gotest.DoesNotCompile, Why: "fence.go:3:1: no", Story: "exercises/01_fence/fence.go:3:1: no"}
	got, status = s.types("1")
	assert.Equal(t, failed, status)
	assert.Contains(t, got, "✗ does not compile\n\nexercises/01_fence/fence.go:3:1: no\n\nRead:  \"Scenario 2: ")

	s.verdicts["01_fence"] = gotest.Verdict{State: gotest.Done}
	got, status = s.types("1")
	assert.Equal(t, ok, status)
	assert.Contains(t, got, "✓ done")
	assert.Contains(t, got, "solutions/01_fence/fence.go")
}

func TestTheBoardWorksInAnyFolderOfTheCheckout(t *testing.T) {
	s := newStudent(t)
	top := s.Dir
	_, status := s.types()
	assert.Equal(t, ok, status)

	root, err := findCheckout(filepath.Join(top, "exercises", "03_tokens"))
	require.NoError(t, err)
	assert.Equal(t, top, root)

	s.Dir = t.TempDir()
	_, status = s.types()
	assert.Equal(t, failed, status)
	assert.Contains(t, s.err.String(), "is not in a checkout of the exercises")
}

// What the board holds is what lies in the folders.
func TestTheBoardKnowsItsExercises(t *testing.T) {
	all, err := stubs.All()
	require.NoError(t, err)
	entries, err := os.ReadDir(filepath.Join("..", ".."))
	require.NoError(t, err)
	var folders, known []string
	for _, entry := range entries {
		if _, _, ok := exercise.Number(entry.Name()); ok && entry.IsDir() {
			folders = append(folders, entry.Name())
		}
	}
	for _, e := range all {
		known = append(known, e.Folder)
		assert.Less(t, len(e.Folder), 24, "a longer name would not fit beside the minutes")
	}
	assert.Empty(t, cmp.Diff(folders, known), "-folders +board")
}
