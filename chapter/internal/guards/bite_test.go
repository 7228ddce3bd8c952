package guards

import (
	"encoding/json"
	"go/build"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A mutant is a bug that somebody could well write, and the Examples that tell
// it from the right code: all of them, and no other. An Example that prints the
// same with the bug has not taught what is wrong with it.
type mutant struct {
	bug    string
	file   string
	old    string // stands exactly once in the file
	new    string
	bites  string // the numbers of the Examples that must fail
	always bool   // also with -short
}

var mutants = slices.Concat(mutantsOfTheFence, mutantsOfTheLockService, mutantsOfTheStorages, mutantsOfExamples)

func TestBugsBite(t *testing.T) {
	oncePerProcess(t)
	names := make(map[string]string) // by number
	for _, e := range experiments(t) {
		names[e.name[:3]] = "Example_" + e.name
	}
	// Not looked at here, but compiled by go test: see goFiles.
	goFiles(t, "chapter")
	goFiles(t, "chapter/keyed")
	goFiles(t, "chapter/schedule")

	for _, m := range mutants {
		t.Run(m.bug, func(t *testing.T) {
			if testing.Short() && !m.always {
				t.Skip("not with -short")
			}
			if built, _ := build.Default.MatchFile(filepath.Join(root, filepath.Dir(m.file)), filepath.Base(m.file)); !built {
				t.Skipf("%s is not compiled on %s", m.file, runtime.GOOS)
			}
			t.Parallel()
			var want []string
			for _, number := range strings.Fields(m.bites) {
				if names[number] == "" {
					t.Fatalf("there is no Example_%s_... to notice it", number)
				}
				want = append(want, names[number])
			}
			require.NotEmpty(t, want, "a mutant that nothing notices")
			if diff := cmp.Diff(want, failuresWith(t, m)); diff != "" {
				t.Errorf("%s: %q becomes %q\nExamples that notice it (-expected to, +do):\n%s", m.file, m.old, m.new, diff)
			}
		})
	}
}

func TestEveryExampleIsBitten(t *testing.T) {
	bitten := make(map[string]bool)
	for _, m := range mutants {
		for _, number := range strings.Fields(m.bites) {
			bitten[number] = true
		}
	}
	for _, e := range experiments(t) {
		assert.True(t, bitten[e.name[:3]], "no bug in mutants_test.go changes what Example_%s prints", e.name)
	}
}

var failedExample = regexp.MustCompile(`(?m)^--- FAIL: (Example_\w+)`)

// failuresWith returns the Examples that fail once m is in the code.
func failuresWith(t *testing.T, m mutant) []string {
	t.Helper()
	source := read(t, m.file)
	require.Equal(t, 1, strings.Count(source, m.old), "%s: the text to change must be there once:\n%s", m.file, m.old)
	original, err := filepath.Abs(filepath.Join(root, m.file))
	require.NoError(t, err)
	changed := filepath.Join(t.TempDir(), filepath.Base(m.file))
	require.NoError(t, os.WriteFile(changed, []byte(strings.Replace(source, m.old, m.new, 1)), 0o600))

	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {original: changed}})
	require.NoError(t, err)
	overlayFile := filepath.Join(t.TempDir(), "overlay.json")
	require.NoError(t, os.WriteFile(overlayFile, overlay, 0o600))

	// A panic ends the run, so what is left is run again without the Examples
	// that have failed so far. Vet is off: it would find some of the bugs, and
	// the point is that Examples do. Without symbols, linking takes half the time.
	var failed []string
	for panicked := true; panicked; {
		cmd := goCommand(root, "test", "-count=1", "-vet=off", "-timeout=1m", "-ldflags=-s -w", "-overlay="+overlayFile,
			"-skip=^("+strings.Join(failed, "|")+")$", "./examples")
		cmd.Env = append(cmd.Env, "GOWORK=off")
		output, err := cmd.CombinedOutput()
		if err == nil {
			break
		}
		found := failedExample.FindAllStringSubmatch(string(output), -1)
		if len(found) == 0 {
			t.Fatalf("the bug must compile, and make no Example hang:\n%s", output)
		}
		for _, match := range found {
			failed = append(failed, match[1])
		}
		panicked = strings.Contains(string(output), "\npanic: ")
	}
	slices.Sort(failed)
	return failed
}
