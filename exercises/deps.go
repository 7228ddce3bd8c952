//go:build deps

package exercises

import (
	_ "charm.land/lipgloss/v2"
	_ "github.com/charmbracelet/x/term"
	_ "github.com/fsnotify/fsnotify"
	_ "github.com/google/go-cmp/cmp"
	_ "github.com/ncruces/go-sqlite3/driver"
	_ "github.com/stretchr/testify/require"
)
