package fencetest

import (
	"go/doc/comment"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/keyed"
)

// inChild is set in the process in which a suite may fail.
const inChild = "FENCETEST_IN_CHILD"

// TestFailing is not for the parent: it shows to another process how a test of a
// broken store fails.
func TestFailing(t *testing.T) {
	if os.Getenv(inChild) == "" {
		t.Skip("plays a failing test, for TestSubtests to look at")
	}
	TestStore(t, func(*testing.T) StoreHarness {
		return StoreHarness{
			Store:    &serialised{s: unfencedDelete{new(keyed.Bucket)}},
			NoReopen: true,
		}
	})
	t.Run("racing", func(t *testing.T) {
		TestStore(t, func(*testing.T) StoreHarness {
			return StoreHarness{Store: newCheckApart(), NoReopen: true}
		})
	})
	t.Run("incomplete", func(t *testing.T) {
		TestLocker(t, func(*testing.T) LockerHarness {
			return LockerHarness{Locker: keyed.NewLockTable(new(chapter.Clock).Now)}
		})
	})
}

// TestSubtests looks at a failing test as its author would.
func TestSubtests(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a process")
	}
	artifacts := t.TempDir()
	child := exec.Command(os.Args[0], "-test.run=^TestFailing$", "-test.v", "-test.outputdir="+artifacts)
	if artifactsAreKept() {
		child.Args = append(child.Args, "-test.artifacts")
	}
	child.Env = append(os.Environ(), inChild+"=1")
	out, err := child.CombinedOutput()
	require.Error(t, err)
	text := string(out)

	assert.Contains(t, text, "--- FAIL: TestFailing/lower-token-delete (")
	assert.Contains(t, text, `lower-token-delete: Delete refuses a token below the mark, and changes nothing
        1. Write("k", "new", 34) → ok
        2. Delete("k", 33) → ok
           want an error that is chapter.ErrStaleToken: 34 has been accepted`)
	assert.Regexp(t, `\(Names in the system begin with "fencetest-[0-9a-f]+-\d+-"\.\)`, text)
	assert.Contains(t, text, "--- PASS: TestFailing/lower-token-write (")

	assert.Contains(t, text, "--- SKIP: TestFailing/reopen-after-claim (")
	assert.Contains(t, text, "NoReopen: this store keeps nothing when it ends")
	assert.Contains(t, text, "Another is nil: tried through one handle only")

	assert.Contains(t, text, "--- SKIP: TestFailing/claim-fences (")
	assert.Contains(t, text, "ended early, since lower-token-delete fails as well: see there")
	assert.Contains(t, text, "atomic: wrong even one call at a time, so this is no race")

	assert.Contains(t, text, "fencetest: LockerHarness.Reopen is nil: say how")
	assert.Contains(t, text, "not run: the harness is not complete")

	drawing := regexp.MustCompile(`drawing: (.*)`).FindStringSubmatch(text)
	require.NotNil(t, drawing, text)
	assert.FileExists(t, drawing[1], "the drawing outlives the test")
	assert.Equal(t, "TestFailing-racing-atomic.html", filepath.Base(drawing[1]))
	assert.Equal(t, 1, strings.Count(text, "drawing: "), "one for each race that was lost")
	if artifactsAreKept() {
		rel, err := filepath.Rel(artifacts, drawing[1])
		require.NoError(t, err)
		assert.False(t, strings.HasPrefix(rel, ".."), "%s is not among the artifacts", drawing[1])
		return
	}
	require.NoError(t, os.RemoveAll(filepath.Dir(drawing[1])))
}

// artifactsAreKept reports whether go test knows -artifacts: from Go 1.26 on.
func artifactsAreKept() bool {
	_, ok := any(new(testing.T)).(interface{ ArtifactDir() string })
	return ok
}

// TestSections holds the sections that failures send the reader to against the
// chapter's headings.
func TestSections(t *testing.T) {
	f, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", "doc.go"), nil, parser.ParseComments|parser.PackageClauseOnly)
	require.NoError(t, err)
	var p comment.Parser
	headings := map[string]bool{}
	for _, block := range p.Parse(f.Doc.Text()).Content {
		if h, ok := block.(*comment.Heading); ok {
			headings[string(h.Text[0].(comment.Plain))] = true
		}
	}
	if len(headings) == 0 {
		t.Skip("the chapter has no headings")
	}
	for _, section := range []string{sectionNeeds, sectionLimit, sectionRenewal, sectionLease} {
		assert.Contains(t, headings, section, "the chapter has no such section")
	}
}
