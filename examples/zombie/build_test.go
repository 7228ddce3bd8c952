//go:build unix

package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// build builds the command, or skips what only starts further go commands.
func build(t *testing.T, flags ...string) (binary string) {
	t.Helper()
	if testing.Short() {
		t.Skip("starts go build: not with -short")
	}
	binary = filepath.Join(t.TempDir(), "zombie")
	output, err := exec.Command("go", append(append([]string{"build"}, flags...), "-o", binary, ".")...).CombinedOutput()
	require.NoError(t, err, "%s", output)
	return binary
}

// The race detector then looks into the children, too: they are copies of the
// program.
func TestTheWholeProgramWithTheRaceDetector(t *testing.T) {
	cgo, err := exec.Command("go", "env", "CGO_ENABLED").Output()
	require.NoError(t, err)
	if strings.TrimSpace(string(cgo)) != "1" {
		t.Skip("-race needs cgo")
	}
	binary := build(t, "-race")
	for _, args := range []string{"", "-n=10 -v", "-scenario=delayed -n=2", "-check=after -n=2", "-kill -n=10"} {
		output, err := exec.Command(binary, strings.Fields(args)...).CombinedOutput()
		assert.NoError(t, err, "%s: %s", args, output)
		assert.NotContains(t, string(output), "DATA RACE")
	}
}

// The guard is taken away as a teacher does it in front of the class, in an
// overlay.
func TestWithoutTheGuardOfTheChapterItIsNoticed(t *testing.T) {
	file, err := filepath.Abs("../../chapter/fencedstorage.go")
	require.NoError(t, err)
	source, err := os.ReadFile(file)
	require.NoError(t, err)
	const guard = "if token < s.highest {"
	require.Contains(t, string(source), guard)

	dir := t.TempDir()
	changed, overlay := filepath.Join(dir, "changed.go"), filepath.Join(dir, "overlay.json")
	require.NoError(t, os.WriteFile(changed, []byte(strings.Replace(string(source), guard, "if false {", 1)), 0o600))
	replace, err := json.Marshal(map[string]map[string]string{"Replace": {file: changed}})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(overlay, replace, 0o600))
	binary := build(t, "-overlay="+overlay)

	output, err := exec.Command(binary, "-n=8", "-fencing=on").CombinedOutput()
	var exit *exec.ExitError
	require.ErrorAs(t, err, &exit, "%s", output)
	assert.Equal(t, 1, exit.ExitCode())
	assert.Equal(t, "8 8 8 0 8", figures(t, string(output), "With a fence"))
	assert.Contains(t, string(output), "NOT AS EXPECTED: 8 of 8 runs; in one, client1's late write had to be refused")

	output, err = exec.Command(binary, "-fencing=on", "-ttl=200ms").CombinedOutput()
	require.ErrorAs(t, err, &exit, "%s", output)
	assert.Equal(t, 1, exit.ExitCode())
	assert.Contains(t, string(output), "DAMAGE:")
	assert.Contains(t, string(output), "NOT AS EXPECTED")
}
