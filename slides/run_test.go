package slides_test

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/present"
)

var update = flag.Bool("update", false, "write what the programs print into testdata")

// programOf returns the name of what a slide's Run button runs, s01 or story.
func programOf(s slide) string {
	for _, elem := range s.elems {
		if code, ok := elem.(present.Code); ok && code.Play {
			if code.Ext == ".go" {
				return filepath.Base(filepath.Dir(strings.Fields(strings.ReplaceAll(code.Cmd, " -edit", ""))[1]))
			}
			return strings.TrimSuffix(code.FileName, code.Ext)
		}
	}
	return ""
}

// goldenFiles returns what the programs print, by name. Chromium compares with
// the same files.
func goldenFiles(t *testing.T) map[string]string {
	t.Helper()
	names, err := filepath.Glob("testdata/*.txt")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	files := make(map[string]string)
	for _, name := range names {
		content, err := os.ReadFile(name)
		require.NoError(t, err)
		files[strings.TrimSuffix(filepath.Base(name), ".txt")] = strings.ReplaceAll(string(content), "\r\n", "\n")
	}
	return files
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		require.NoError(t, os.WriteFile(filepath.Join("testdata", name+".txt"), []byte(got), 0o666))
	}
	if diff := cmp.Diff(goldenFiles(t)[name], got); diff != "" {
		t.Errorf("not as in testdata/%s.txt (-want +got):\n%s", name, diff)
	}
}

// slow skips what starts go commands, and reads what these compile: go test
// looks at what this process has opened when it decides to run it again.
func slow(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("starts go commands: not with -short")
	}
	for _, pattern := range []string{"../chapter/*.go", "../chapter/schedule/*.go", "../examples/*.go", "run/*", "story/*"} {
		names, err := filepath.Glob(pattern)
		require.NoError(t, err)
		require.NotEmpty(t, names, pattern)
		for _, name := range names {
			_, err := os.ReadFile(name)
			require.NoError(t, err)
		}
	}
}

func output(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	var stderr strings.Builder
	cmd.Stderr = &stderr
	stdout, err := cmd.Output()
	require.NoError(t, err, "%s\n%s", cmd, &stderr)
	assert.Empty(t, stderr.String(), "%s", cmd)
	return string(stdout)
}

func TestRunButtonsPrintWhatIsExpected(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("scripts with #! do not run on Windows")
	}
	slow(t)
	scripts, err := filepath.Glob("run/*.play")
	require.NoError(t, err)
	require.NotEmpty(t, scripts)
	for _, script := range scripts {
		name := strings.TrimSuffix(filepath.Base(script), ".play")
		t.Run(name, func(t *testing.T) {
			content, err := os.ReadFile(script)
			require.NoError(t, err)
			command, shown, _ := strings.Cut(string(content), "\n")
			assert.Equal(t, "#!/usr/bin/env "+strings.TrimSpace(shown), command, "the line that is shown is what runs")
			assert.Contains(t, command, " ./slides/run "+name, "it runs what it is named after")

			// As present does: in the module's root, with the script as the input.
			fields := strings.Fields(command[len("#!"):])
			cmd := exec.Command(fields[0], fields[1:]...)
			cmd.Dir = ".."
			cmd.Stdin = strings.NewReader(string(content))
			golden(t, name, output(t, cmd))
		})
	}
}

func TestEveryRunButtonIsKnown(t *testing.T) {
	files := goldenFiles(t)
	used := make(map[string]bool)
	for deck := range decks {
		for _, s := range parse(t, deck) {
			if program := programOf(s); program != "" {
				assert.Contains(t, files, program, "%s, %q", deck, s.title)
				used[program] = true
			}
		}
	}
	for _, program := range []string{"s01", "s02", "s03", "s04", "s05", "story"} {
		assert.True(t, used[program], "no slide runs %s", program)
	}
}

// A teacher changes the guard in front of the class.
func TestAChangedGuardChangesTheStory(t *testing.T) {
	slow(t)
	const guard = "\tif token < s.mark {\n\t\treturn fmt.Errorf(\"refused, token %d, mark %d\", token, s.mark)\n\t}\n"
	content, err := os.ReadFile("story/main.go")
	require.NoError(t, err)
	source := strings.ReplaceAll(string(content), "\r\n", "\n")
	require.Equal(t, 1, strings.Count(source, guard))
	assert.LessOrEqual(t, strings.Count(source, "\n"), 60, "lines: as short as a script")

	for name, change := range map[string]struct{ guard, ending string }{
		"story":           {guard, "client2 data"},
		"story-greater":   {strings.Replace(guard, "<", ">", 1), "client1 stale data"},
		"story-lessequal": {strings.Replace(guard, "<", "<=", 1), "client2 draft"},
		"story-unguarded": {"", "client1 stale data"},
	} {
		t.Run(name, func(t *testing.T) {
			program := filepath.Join(t.TempDir(), "main.go")
			require.NoError(t, os.WriteFile(program, []byte(strings.Replace(source, guard, change.guard, 1)), 0o600))
			cmd := exec.Command("go", "run", program)
			cmd.Env = append(os.Environ(), "GO111MODULE=off", "GOFLAGS=") // present builds it like that
			got := output(t, cmd)
			assert.True(t, strings.HasSuffix(got, "\nstorage holds: "+change.ending+"\n"), got)
			golden(t, name, got)
		})
	}
}
