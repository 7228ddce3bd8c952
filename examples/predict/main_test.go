package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// predict runs the command with its input and output in memory.
func predict(stdin string, asking bool, names ...string) (status int, stdout, stderr string) {
	var out, errs strings.Builder
	status = run(names, strings.NewReader(stdin), &out, &errs, asking)
	return status, out.String(), errs.String()
}

func TestTheFirstStory(t *testing.T) {
	golden, err := os.ReadFile("testdata/s01.txt")
	require.NoError(t, err)
	status, stdout, stderr := predict("", false, "s01")
	assert.Zero(t, status)
	assert.Empty(t, stderr)
	if diff := cmp.Diff(string(golden), stdout); diff != "" {
		t.Errorf("not as in testdata/s01.txt (-want +got):\n%s", diff)
	}
}

func TestTheQuestionComesBeforeTheCodeAndTheCodeBeforeTheAnswer(t *testing.T) {
	_, stdout, _ := predict("it is refused\n", true, "s02")
	last := -1
	for _, part := range []string{"s02_fencingToken", "Predict: ", "Your prediction, then Enter: ",
		`storage.Write("client1 stale data"`, "What it prints", "client1 writes: token 33 < 34", "33 < 34, so the storage knows"} {
		at := strings.Index(stdout, part)
		assert.Greater(t, at, last, "%q", part)
		last = at
	}
}

func TestAStoryShowsWhatItsFileDeclares(t *testing.T) {
	_, stdout, _ := predict("", false, "s14")
	assert.Contains(t, stdout, "\n// twoStepStorage compares")
	assert.Contains(t, stdout, "\nfunc (s *twoStepStorage) check(")
}

func TestNames(t *testing.T) {
	for _, name := range []string{"2", "02", "s02", "s02_fencingToken", "Example_s02_fencingToken"} {
		assert.True(t, story{name: "s02_fencingToken"}.isCalled(name), "%q", name)
	}
	for _, name := range []string{"", "s2", "s020", "20", "-2", "fencingToken", "-h"} {
		assert.False(t, story{name: "s02_fencingToken"}.isCalled(name), "%q", name)
	}
}

func TestAnUnknownNameListsTheNames(t *testing.T) {
	status, stdout, stderr := predict("", false, "s02", "s99")
	assert.Equal(t, 2, status)
	assert.Empty(t, stdout)
	assert.Contains(t, stderr, `no story "s99"`)
	assert.Contains(t, stderr, "usage:")
	assert.Contains(t, stderr, "\n  s01_zombieWrite\n  s02_fencingToken\n")
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
	changeTheFence(t, "token < s.highest", "false")
	status, stdout, stderr := predict("", false, "s01", "s02")
	assert.Equal(t, 1, status)
	assert.Empty(t, stderr)
	_, ending, _ := strings.Cut(stdout, "\ns02_fencingToken\n")
	assert.Contains(t, stdout, "The lock service did nothing wrong", "s01 ends as before")
	got, written, _ := strings.Cut(ending, "The story was written to end otherwise:")
	assert.Contains(t, got, "    storage holds: client1 stale data\n")
	assert.Contains(t, written, "    storage holds: client2 data\n")
	assert.NotContains(t, ending, "so the storage knows", "the reason given is not the reason any more")
}

func TestAStoryThatBreaksOff(t *testing.T) {
	changeTheFence(t, "token < s.highest", `token != 0 && panicked("by a bug")`)
	status, _, stderr := predict("", false, "s01")
	assert.Equal(t, 1, status)
	assert.Contains(t, stderr, "undefined: panicked")

	changeTheFence(t, "if token < s.highest {", "if s.highest > 0 {\npanic(\"a bug\")\n")
	status, stdout, _ := predict("", false, "s01", "s02", "s03")
	assert.Equal(t, 1, status)
	assert.Contains(t, stdout, "panic: a bug")
	assert.Contains(t, stdout, "this one was not run")
}

func TestOutsideOfAClone(t *testing.T) {
	t.Chdir(t.TempDir())
	status, stdout, stderr := predict("", false)
	assert.Equal(t, 1, status)
	assert.Empty(t, stdout)
	assert.Contains(t, stderr, "run this in a clone of the repository")
}
