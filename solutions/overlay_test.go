package solutions

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// An overlay shows the go command other files than those that are there.
type overlay struct {
	t       *testing.T
	folder  string            // for what is written here
	replace map[string]string // "" is no file
}

// add puts a text where the path elements lead to, seen from the root.
func (o overlay) add(place []string, text string) {
	o.t.Helper()
	file := filepath.Join(o.folder, fmt.Sprintf("%d.go", len(o.replace)))
	require.NoError(o.t, os.WriteFile(file, []byte(text), 0o600))
	o.replace[path(place...)] = file
}

// flag writes the overlay down, and returns the flag that makes go use it.
func (o overlay) flag() string {
	o.t.Helper()
	content, err := json.Marshal(map[string]any{"Replace": o.replace})
	require.NoError(o.t, err)
	file := filepath.Join(o.folder, "overlay.json")
	require.NoError(o.t, os.WriteFile(file, content, 0o600))
	return "-overlay=" + file
}
