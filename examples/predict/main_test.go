package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// predict runs the command with its input and output in memory.
func predict(stdin string, asking bool, args ...string) (status int, stdout, stderr string) {
	var out, errs strings.Builder
	status = run(args, strings.NewReader(stdin), &out, &errs, asking)
	return status, out.String(), errs.String()
}

// golden compares with a file in testdata, which was looked at by a human.
func golden(t *testing.T, name, got string) {
	t.Helper()
	want, err := os.ReadFile(filepath.Join("testdata", name))
	require.NoError(t, err)
	if diff := cmp.Diff(strings.ReplaceAll(string(want), "\r\n", "\n"), got); diff != "" {
		t.Errorf("not as in testdata/%s (-want +got):\n%s", name, diff)
	}
}

// slow skips what builds and runs the stories.
func slow(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("starts go test: not with -short")
	}
}

// told tells made-up stories to a reader who types stdin.
func told(t *testing.T, stdin string, stories ...story) (status int, stdout string) {
	t.Helper()
	t.Setenv("COLUMNS", "")
	endings := func() (map[string]string, error) {
		return map[string]string{"s02_changed": "one\n2\nthree\nfour"}, nil
	}
	var out strings.Builder
	status, err := tell(stories, endings, strings.NewReader(stdin), &out, true)
	require.NoError(t, err)
	return status, out.String()
}

var (
	same    = story{name: "s01_same", question: "Predict: it counts. How\nfar? And then it stops. Why?", code: "count()", why: "It can.", output: "one"}
	changed = story{name: "s02_changed", question: "Predict: it counts on. How far?", code: "count()", why: "Of old.", output: "one\ntwo\nthree"}
)

func TestInATerminal(t *testing.T) {
	status, stdout := told(t, "up to 3,\x1b[D I think \n\nfar\n", same, changed)
	golden(t, "terminal.txt", stdout)
	assert.Equal(t, 1, status)
}

func TestCtrlDEndsIt(t *testing.T) {
	status, stdout := told(t, "", same, changed)
	assert.Zero(t, status)
	assert.True(t, strings.HasSuffix(stdout, "\nYour prediction, then Enter: \n"), stdout)

	status, stdout = told(t, "one\n", same, changed)
	assert.Zero(t, status, "s02_changed was not told")
	assert.True(t, strings.HasSuffix(stdout, "\nIt can.\n\nEnter for the next story: \n"), stdout)

	_, stdout = told(t, "one", same)
	assert.Contains(t, stdout, "You said: one\n\nWhat it prints", "Ctrl-D twice instead of Enter")
	assert.NotContains(t, stdout, "story 1 of 1")
}

func TestProseIsAsWideAsTheTerminal(t *testing.T) {
	words := strings.TrimSpace(strings.Repeat("word ", 40))
	for columns, want := range map[string]int{"": 79, "x": 79, "0": 79, "-1": 79, "40": 39, "44": 44, "200": 79} {
		t.Setenv("COLUMNS", columns)
		line, _, _ := strings.Cut(wrap(words), "\n")
		assert.Len(t, line, want, "COLUMNS=%q", columns)
	}
}

func TestTheStoriesAreTheExamples(t *testing.T) {
	stories, err := loadStories()
	require.NoError(t, err)
	for i, s := range stories {
		assert.True(t, s.isCalled(strconv.Itoa(i+1)), "%s is in its place", s.name)
		assert.NotEmpty(t, s.code, s.name)
		assert.NotEmpty(t, s.why, s.name)
		assert.NotEmpty(t, s.output, s.name)
		assert.NotContains(t, s.code, strings.TrimSpace(strings.Split(s.why, "\n")[0]), "%s gives its answer away", s.name)
		assert.NotEmpty(t, questions.FindString(s.question), "%s asks nothing", s.name)
	}
	s14, err := choose(stories, []string{"s14"})
	require.NoError(t, err)
	assert.Contains(t, s14[0].code, "// twoStepStorage compares", "what its file declares belongs to a story")
	assert.Contains(t, s14[0].code, "\nfunc (s *twoStepStorage) check(")
	assert.NotContains(t, s14[0].code, "Predict:")
	assert.NotContains(t, s14[0].code, "import")
}

func TestNames(t *testing.T) {
	for _, name := range []string{"2", "02", "s2", "s02", "s02_fencingToken", "Example_s02_fencingToken"} {
		assert.True(t, story{name: "s02_fencingToken"}.isCalled(name), "%q", name)
	}
	for _, name := range []string{"", "s", "s020", "20", "-2", "s-2", "fencingToken", "-h"} {
		assert.False(t, story{name: "s02_fencingToken"}.isCalled(name), "%q", name)
	}
}

func TestHelp(t *testing.T) {
	for _, arg := range []string{"-h", "-help", "--help", "help"} {
		status, stdout, stderr := predict("", false, "s02", arg)
		assert.Zero(t, status, arg)
		assert.Empty(t, stderr, arg)
		assert.Contains(t, stdout, "usage: ")
		assert.Contains(t, stdout, "\n  s01_zombieWrite\n  s02_fencingToken\n")
	}
	for _, arg := range []string{"s99", "-v", "--"} {
		status, stdout, stderr := predict("", false, "s02", arg)
		assert.Equal(t, 2, status, arg)
		assert.Empty(t, stdout, arg)
		assert.Contains(t, stderr, `no story "`+arg+`"`)
		assert.Contains(t, stderr, "usage: ")
		assert.Contains(t, stderr, "\n  s01_zombieWrite\n  s02_fencingToken\n")
	}
}

func TestOutsideOfAClone(t *testing.T) {
	t.Chdir(t.TempDir())
	status, stdout, stderr := predict("", false)
	assert.Equal(t, 1, status)
	assert.Empty(t, stdout)
	assert.Contains(t, stderr, "run this in a clone of the repository")
}

func TestTheFirstStory(t *testing.T) {
	slow(t)
	t.Setenv("COLUMNS", "")
	status, stdout, stderr := predict("", false, "s1")
	assert.Zero(t, status)
	assert.Empty(t, stderr)
	golden(t, "s01.txt", stdout)
}

// changeTheFence does what a teacher does in front of the class, in an overlay.
func changeTheFence(t *testing.T, old, new string) {
	t.Helper()
	file, err := filepath.Abs("../../chapter/fencedstorage.go")
	require.NoError(t, err)
	source, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Contains(t, string(source), old)

	dir := t.TempDir()
	changed, overlay := filepath.Join(dir, "changed.go"), filepath.Join(dir, "overlay.json")
	require.NoError(t, os.WriteFile(changed, []byte(strings.Replace(string(source), old, new, 1)), 0o600))
	replace, err := json.Marshal(map[string]map[string]string{"Replace": {file: changed}})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(overlay, replace, 0o600))
	t.Setenv("GOFLAGS", "-overlay="+overlay)
}

func TestAChangedFenceTellsAnotherStory(t *testing.T) {
	slow(t)
	changeTheFence(t, "token < s.highest", `token < s.highest && lenient()`)
	status, _, stderr := predict("", false, "s01")
	assert.Equal(t, 1, status)
	assert.Contains(t, stderr, "the stories can't be run:")
	assert.Contains(t, stderr, "undefined: lenient")

	// No fence any more, and a panic in s10, the only one with a token 1.
	changeTheFence(t, "if token < s.highest {", `if token == 1 {
		panic("a bug")
	}
	if false {`)
	status, stdout, stderr := predict("", false, "s01", "s10", "s02")
	assert.Equal(t, 1, status)
	assert.Empty(t, stderr)
	s01, rest, _ := strings.Cut(stdout, "\ns10_lostCounter\n")
	s10, s02, _ := strings.Cut(rest, "\ns02_fencingToken\n")
	assert.Contains(t, s01, "The lock service did nothing wrong", "s01 ends as before")
	assert.Contains(t, s10, "\n  ! panic: a bug")
	now, published, _ := strings.Cut(s02, "\nAs published:\n")
	assert.Contains(t, now, "\n    client2 writes: <nil>\n  ! client1 writes: <nil>\n  ! storage holds: client1 stale data\n")
	assert.Contains(t, published, "\n    client2 writes: <nil>\n  ! client1 writes: token 33 < 34\n  ! storage holds: client2 data\n")
	assert.NotContains(t, s02, "so the storage knows", "the reason given is not the reason any more")
}
