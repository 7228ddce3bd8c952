package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestReplacePath(t *testing.T) {
	for _, c := range []struct{ name, before, after string }{
		{"go.mod", "module a.example/old\n", "module b.example/new/path\n"},
		{"replacement", "replace a.example/old => ..", "replace b.example/new/path => .."},
		{"import", `import "a.example/old/chapter"`, `import "b.example/new/path/chapter"`},
		{"link", "(https://pkg.go.dev/a.example/old/chapter#Token)", "(https://pkg.go.dev/b.example/new/path/chapter#Token)"},
		{"clone", "git clone https://a.example/old.git", "git clone https://b.example/new/path.git"},
		{"twice", "a.example/old a.example/old", "b.example/new/path b.example/new/path"},
		{"end of a sentence", "It is a.example/old.", "It is b.example/new/path."},
		{"a longer name", "a.example/old-slides a.example/older", "a.example/old-slides a.example/older"},
		{"behind an escape", `"\ta.example/old/x\na.example/old"`, `"\tb.example/new/path/x\nb.example/new/path"`},
		{"a longer host", "www.a.example/old and-a.example/old", "www.a.example/old and-a.example/old"},
		{"a dot is a dot", "aXexample/old", "aXexample/old"},
		{"no text", "a.example/old\x00", "a.example/old\x00"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.after, string(replacePath([]byte(c.before), "a.example/old", "b.example/new/path")))
		})
	}
}

func TestCheckPath(t *testing.T) {
	for _, good := range []string{"example.org/fencing", "example.org", "github.com/Somebody/fencing", "example.org/fencing/v2"} {
		assert.NoError(t, checkPath("a.example/old", good))
	}
	for _, bad := range []string{"", "a.example/old", "fencing", "./fencing", "-flag", "https://example.org/fencing",
		"Example.org/fencing", "example.org/two words", "example.org//fencing", "example.org/fencing/", "example.org/../fencing"} {
		assert.Error(t, checkPath("a.example/old", bad), "%q", bad)
	}
}

func TestMoveLeavesTheRestAlone(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string, mode os.FileMode) {
		require.NoError(t, os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(content), mode))
	}
	write("go.mod", "module a.example/old\n", 0o600)
	write(".ci/run", "go test a.example/old/...\n", 0o700)
	write(".git/config", "url = https://a.example/old\n", 0o600)
	write("other.txt", "nothing to see\n", 0o400)

	changed, err := move(dir, "a.example/old", "b.example/new")
	require.NoError(t, err)
	assert.Equal(t, 2, changed)
	for name, want := range map[string]string{
		"go.mod":      "module b.example/new\n",
		".ci/run":     "go test b.example/new/...\n",
		".git/config": "url = https://a.example/old\n",
		"other.txt":   "nothing to see\n",
	} {
		content, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		assert.Equal(t, want, string(content), name)
	}
	info, err := os.Stat(filepath.Join(dir, ".ci/run"))
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o700), info.Mode().Perm(), "it can still be run")
}
