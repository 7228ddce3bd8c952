package board

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/exercises/internal/gotest"
)

func TestWrongArguments(t *testing.T) {
	for _, c := range []struct{ args, message string }{
		{"0", "there is no exercise 0: they are numbered 1 to 3"},
		{"14", "there is no exercise 14"},
		{"-1", "there is no exercise -1"},
		{"x", `there is no command "x"`},
		{"1 2", `"2" is one word too many`},
		{"hint x", "there is no exercise x"},
		{"hint 3 9", "there is no hint 9: they are numbered 1 to 3"},
		{"hint 3 0", "there is no hint 0"},
		{"hint 3 x", "there is no hint x"},
		{"hint 3 1 1", `"1" is one word too many`},
		{"hint 3 -yes", "-yes belongs to reset"},
		{"reset", "reset: of which exercise?"},
		{"reset 4", "there is no exercise 4"},
		{"reset 3 now", `"now" is one word too many`},
		{"watch 3", `"3" is one word too many`},
	} {
		t.Run(c.args, func(t *testing.T) {
			s := newStudent(t)
			out, status := s.types(strings.Fields(c.args)...)
			assert.Equal(t, misused, status)
			assert.Empty(t, out)
			assert.Contains(t, s.err.String(), c.message)
			assert.Contains(t, s.err.String(), "usage: go run ./exercises")
		})
	}
}

func TestWhatNamesAnExercise(t *testing.T) {
	for _, name := range []string{"3", "03", "03_tokens", "tokens"} {
		s := newStudent(t)
		_, status := s.types(name)
		assert.Equal(t, failed, status)
		assert.Equal(t, []string{"03_tokens"}, s.tested, name)
	}
}

func TestHelp(t *testing.T) {
	for _, arg := range []string{"help", "-h", "--help"} {
		s := newStudent(t)
		out, status := s.types(arg)
		assert.Equal(t, ok, status)
		assert.Equal(t, usage(80), out)
	}
}

func TestHelpFitsNarrowTerminals(t *testing.T) {
	s := newStudent(t)
	for width := 30; width <= 100; width++ {
		s.Width = func() int { return width }
		out, _ := s.types("help")
		s.types("x")
		for line := range strings.Lines(out + s.err.String()) {
			if !strings.HasPrefix(line, "usage: ") { // stays whole, to be copied
				assert.LessOrEqual(t, len(strings.TrimRight(line, "\n")), width, line)
			}
		}
	}
}

func TestHintWithoutANumberIsOfTheNext(t *testing.T) {
	s := newStudent(t)
	s.write("exercises/01_fence/fence.go", mine)
	s.verdicts["01_fence"] = gotest.Verdict{State: gotest.Done}
	out, status := s.types("hint")
	assert.Equal(t, ok, status)
	assert.Contains(t, out, "02 break_the_check, hint 1 of 3")

	for _, e := range s.exercises {
		s.write("exercises/"+e.File(), mine)
		s.verdicts[e.Folder] = gotest.Verdict{State: gotest.Done}
	}
	out, status = s.types("hint")
	assert.Equal(t, ok, status)
	assert.Contains(t, out, "All are done.")
}

func TestHintsSayMoreEachTime(t *testing.T) {
	s := newStudent(t)
	for _, want := range []string{"A nudge.", "The idea.", "Nearly:\n\n    if x {\n    \treturn\n    }\n", "Nearly:"} {
		out, status := s.types("hint", "3")
		assert.Equal(t, ok, status)
		assert.Contains(t, out, want)
	}
	out, _ := s.types("hint", "2")
	assert.Contains(t, out, "02 break_the_check, hint 1 of 3", "another exercise begins at its own beginning")
	assert.Contains(t, out, "Not enough? go run ./exercises hint 2\n")

	out, _ = s.types("hint", "3", "1")
	assert.Contains(t, out, "A nudge.")
	out, _ = s.types("hint", "3")
	assert.Contains(t, out, "The idea.", "it goes on from the one last shown")
	assert.Empty(t, s.tested, "nothing is run for it")
}

// A home that cannot be written, or none at all.
func TestHintsWithoutAMemory(t *testing.T) {
	s := newStudent(t)
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	for _, cache := range []string{"", file} {
		s.CacheDir = cache
		for range 2 {
			out, status := s.types("hint", "3")
			assert.Equal(t, ok, status)
			assert.Contains(t, out, "A nudge.")
			assert.Contains(t, out, "Not enough? go run ./exercises hint 3 2\n", "the level is named, since nobody will remember")
		}
		out, _ := s.types("hint", "3", "2")
		assert.Contains(t, out, "The idea.")
	}
}

func TestADamagedMemoryIsForgotten(t *testing.T) {
	s := newStudent(t)
	s.types("hint", "3")
	for _, content := range []string{"{", `{"03_tokens": -7}`} {
		require.NoError(t, os.WriteFile(s.hintsFile(), []byte(content), 0o600))
		out, _ := s.types("hint", "3")
		assert.Contains(t, out, "A nudge.")
	}
}

const mine = "package fence // mine\n"

func TestResetAsksAndKeepsACopy(t *testing.T) {
	s := newStudent(t)
	s.Asks = true
	pristine := s.read("exercises/01_fence/fence.go")

	for _, answer := range []string{"", "\n", "n\n", "no\n", "yesterday\n"} {
		s.write("exercises/01_fence/fence.go", mine)
		s.In = strings.NewReader(answer)
		out, status := s.types("reset", "1")
		assert.Equal(t, ok, status)
		assert.Contains(t, out, "[y/N] ")
		assert.Contains(t, out, "Nothing is changed.")
		assert.Equal(t, mine, s.read("exercises/01_fence/fence.go"))
	}
	for _, answer := range []string{"y\n", "Yes\r\n"} {
		s.write("exercises/01_fence/fence.go", mine+answer)
		s.In = strings.NewReader(answer)
		_, status := s.types("reset", "1")
		assert.Equal(t, ok, status)
		assert.Equal(t, pristine, s.read("exercises/01_fence/fence.go"))
	}
	assert.Equal(t, mine+"y\n", s.read("exercises/01_fence/fence.go.1.bak"))
	assert.Equal(t, mine+"Yes\r\n", s.read("exercises/01_fence/fence.go.2.bak"), "a copy is never overwritten")
}

func TestResetWithoutSomebodyToAsk(t *testing.T) {
	s := newStudent(t)
	s.write("exercises/01_fence/fence.go", mine)
	s.In = strings.NewReader("y\n")
	_, status := s.types("reset", "1")
	assert.Equal(t, failed, status)
	assert.Contains(t, s.err.String(), "go run ./exercises reset 1 -yes")
	assert.Contains(t, s.err.String(), "nobody here can answer; add -yes")
	assert.Equal(t, mine, s.read("exercises/01_fence/fence.go"))

	s.types("hint", "1")
	out, status := s.types("reset", "1", "-yes")
	assert.Equal(t, ok, status)
	assert.Contains(t, out, "Yours is kept in exercises/01_fence/fence.go.1.bak")
	assert.Equal(t, mine, s.read("exercises/01_fence/fence.go.1.bak"))
	out, _ = s.types("hint", "1")
	assert.Contains(t, out, "A nudge.", "the hints begin again as well")
}

func TestResetWhereThereIsNothingToLose(t *testing.T) {
	s := newStudent(t)
	pristine := s.read("exercises/01_fence/fence.go")
	out, status := s.types("reset", "1")
	assert.Equal(t, ok, status)
	assert.Contains(t, out, "nothing to reset")

	require.NoError(t, os.RemoveAll(s.path("exercises/01_fence")))
	_, status = s.types("reset", "1")
	assert.Equal(t, ok, status)
	assert.Equal(t, pristine, s.read("exercises/01_fence/fence.go"))
	left, err := filepath.Glob(s.path("exercises/01_fence/*.bak"))
	require.NoError(t, err)
	assert.Empty(t, left)
}
