package guards

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The one ```sh block of CONTRIBUTING.md with this comment above it is the
// command that moves the module. Its last word is the new path.
var moveBlock = regexp.MustCompile("(?m)^<!-- move -->\n+```sh\n(.+)\n```$")

// Moves a copy of the repository with the documented command, and looks whether
// it still builds, passes its tests, and has forgotten its old path.
func TestTheModuleCanBeMoved(t *testing.T) {
	oncePerProcess(t)
	match := moveBlock.FindAllStringSubmatch(read(t, "CONTRIBUTING.md"), -1)
	require.Len(t, match, 1, "CONTRIBUTING.md documents one command, alone in a ```sh block below a line <!-- move -->")
	if testing.Short() {
		t.Skip("moving a copy of the module: not with -short")
	}
	t.Parallel()
	command := strings.Fields(match[0][1])
	require.Equal(t, "go", command[0], "a command that is the same on every system")

	dir := copyOfTheRepository(t)
	for _, args := range [][]string{
		command[1:],
		{"build", "./..."},
		{"vet", "./chapter/...", "./examples/..."},
		{"test", "./chapter", "./examples"},
	} {
		output, err := goCommand(dir, args...).CombinedOutput()
		require.NoError(t, err, "in the copy: go %s\n%s", strings.Join(args, " "), output)
	}
	moved := goCommand(dir, "list", "-m")
	moved.Env = append(moved.Env, "GOWORK=off")
	output, err := moved.Output()
	require.NoError(t, err)
	assert.Equal(t, command[len(command)-1], strings.TrimSpace(string(output)), "the module's path after the move")

	require.NoError(t, filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		content, err := os.ReadFile(name)
		if at := strings.Index(string(content), modulePath()); at >= 0 {
			line := 1 + strings.Count(string(content[:at]), "\n")
			t.Errorf("%s:%d still has the old path", strings.TrimPrefix(name, dir), line)
		}
		return err
	}))
}

// copyOfTheRepository copies what git would: what is tracked, and what is new
// and not ignored.
func copyOfTheRepository(t *testing.T) string {
	t.Helper()
	cmd := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	cmd.Dir = root
	output, err := cmd.Output()
	if err != nil {
		t.Skip("moving a copy of the module needs git and a clone of the repository: ", err)
	}
	dir := t.TempDir()
	for name := range strings.SplitSeq(strings.TrimSuffix(string(output), "\x00"), "\x00") {
		info, err := os.Lstat(filepath.Join(root, name))
		if os.IsNotExist(err) {
			continue // deleted, and not yet committed
		}
		require.NoError(t, err)
		if !info.Mode().IsRegular() {
			continue
		}
		require.NoError(t, os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(read(t, name)), info.Mode()))
	}
	return dir
}
