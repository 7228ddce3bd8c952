package exercise

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const source = `// Package fence is exercise 01: can you make a storage refuse a zombie?
//
// The situation
// and the task.
//
// Edit Write.
//
//	Learn:   one comparison
//	Read:    Scenario 2: what does one comparison change?
//	Minutes: 5
//	Level:   easy
package fence
`

func TestParse(t *testing.T) {
	// A checkout on Windows may end its lines its own way.
	for _, source := range []string{source, strings.ReplaceAll(source, "\n", "\r\n")} {
		e, err := Parse("01_fence", source)
		require.NoError(t, err)
		assert.Empty(t, cmp.Diff(Exercise{
			Number:  1,
			Folder:  "01_fence",
			Name:    "fence",
			Title:   "can you make a storage refuse a zombie?",
			Task:    "The situation\nand the task.\n\nEdit Write.",
			Learn:   "one comparison",
			Read:    "Scenario 2: what does one comparison change?",
			Minutes: 5,
			Level:   "easy",
		}, e))
		assert.Equal(t, "01_fence/fence.go", e.File())
	}
}

func TestParseSaysWhatIsWrong(t *testing.T) {
	for _, c := range []struct{ name, folder, old, new, message string }{
		{"folder", "fence", "", "", "named like 01_fence"},
		{"number", "02_fence", "", "", `does not begin with "Package fence is exercise 02: "`},
		{"name", "01_fence", "Package fence", "Package fences", `does not begin with "Package fence is exercise 01: "`},
		{"no comment", "01_fence", source, "package fence", "does not begin with"},
		{"no Go", "01_fence", "\npackage fence", "\nfence", "expected 'package'"},
		{"read", "01_fence", "Read: ", "See:  ", "lacks one of the lines"},
		{"minutes", "01_fence", "Minutes: 5", "Minutes: five", "lacks one of the lines"},
		{"level", "01_fence", "easy", "breezy", "the line Level"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Parse(c.folder, strings.Replace(source, c.old, c.new, 1))
			assert.ErrorContains(t, err, c.message)
		})
	}
}
