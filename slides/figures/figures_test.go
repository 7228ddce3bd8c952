package main

import (
	"bytes"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTheFiguresAreWhatTheStoriesDraw(t *testing.T) {
	var names []string
	for _, s := range stories {
		names = append(names, s.file())
		committed, err := os.ReadFile(s.file())
		require.NoError(t, err)
		assert.True(t, bytes.Equal(s.draw(), committed), "%s is not what its story draws now: go generate ./slides/figures", s.file())
	}
	files, err := filepath.Glob("*.svg")
	require.NoError(t, err)
	assert.ElementsMatch(t, names, files, "each figure has its story")
}

// A guard that makes no difference to the picture would teach nothing.
func TestTheGuardMakesTheDifference(t *testing.T) {
	for _, s := range stories {
		for _, guarded := range []bool{true, false} {
			s.guarded = guarded
			rec := s.run(guarded)
			assert.Equal(t, !guarded, damage(rec) != nil, "%s, guarded: %t\n%v", s.name, guarded, rec)
			svg := string(s.draw())
			assert.Equal(t, !guarded, strings.Contains(svg, `class="star"`), "%s, guarded: %t", s.name, guarded)
			if len(rec.Events()) > 0 { // no order at all does damage to the fenced storage of the check
				assert.Equal(t, guarded, strings.Contains(svg, `class="cross"`), "%s, guarded: %t", s.name, guarded)
			}
		}
	}
}

// The same stories are told by Examples, which are typed out in full.
func TestTheStoriesAreThoseOfTheExamples(t *testing.T) {
	for name, example := range map[string]string{
		"scenario1": "s01", "scenario2": "s02", "scenario3": "s03", "check": "s04", "claim-without": "s09", "claim": "s09",
	} {
		for _, s := range stories {
			if s.name != name {
				continue
			}
			file := filepath.Join("../../chapter/timeline", "example_"+example+"_test.go")
			parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
			require.NoError(t, err)
			examples := doc.Examples(parsed)
			require.Len(t, examples, 1, file)
			assert.Contains(t, examples[0].Output, s.run(s.guarded).String(), "%s and %s", s.name, file)
		}
	}
}
