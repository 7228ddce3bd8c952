package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestWhatCannotBePrinted(t *testing.T) {
	assert.ErrorContains(t, run(t.Context(), []string{"-o", "x"}), "want the folder to print into")
	assert.ErrorContains(t, run(t.Context(), []string{"-h"}), "want the folder to print into")
	assert.ErrorContains(t, run(t.Context(), nil), "run this in the module's root")
}

func TestTheBrowserIsTheOneNamed(t *testing.T) {
	t.Setenv("PATH", "")
	t.Setenv("CHROME", filepath.Join(t.TempDir(), "none"))
	_, err := findBrowser()
	assert.ErrorIs(t, err, os.ErrNotExist)

	mine, err := os.Executable()
	require.NoError(t, err)
	t.Setenv("CHROME", mine)
	found, err := findBrowser()
	require.NoError(t, err)
	assert.Equal(t, mine, found)
}
