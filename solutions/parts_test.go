package solutions

import (
	"fmt"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestEveryExerciseHasItsParts(t *testing.T) {
	headings, _ := theText(t)
	for _, e := range chosen(t) {
		t.Run(e.folder, func(t *testing.T) {
			e.checkHeader(t, headings)
			e.checkHints(t)
			e.checkWrongAnswers(t)
		})
	}
}

// checkHeader looks at the package comment of the stub, on which the board and
// the tests rely.
func (e exercise) checkHeader(t *testing.T, headings []string) {
	t.Helper()
	doc := packageComment(t, e.candidates[0].file)
	title := fmt.Sprintf("Package %s is exercise %s: ", e.name, e.folder[:2])
	assert.True(t, strings.HasPrefix(doc, title), "the stub's package comment must begin with %q", title)
	for name, form := range map[string]string{"Learn": `\S.*`, "Read": `\S.*`, "Minutes": `[1-9][0-9]*`, "Level": `easy|medium|hard`} {
		field := regexp.MustCompile(`(?m)^\t` + name + `: +(` + form + `)$`).FindStringSubmatch(doc)
		if !assert.NotNil(t, field, "the stub's package comment has no line %q of the form %s", name+":", form) {
			continue
		}
		if name == "Read" {
			assert.Contains(t, headings, field[1], "the line Read: must be a heading of chapter/doc.go")
		}
	}
}

func (e exercise) checkHints(t *testing.T) {
	t.Helper()
	hints := read(t, path("exercises", e.folder, "hints.md"))
	parts := regexp.MustCompile(`(?m)^## (.*)$`).Split(hints, -1)
	var levels []string
	for _, heading := range regexp.MustCompile(`(?m)^## (.*)$`).FindAllStringSubmatch(hints, -1) {
		levels = append(levels, heading[1])
	}
	assert.Equal(t, []string{"1", "2", "3"}, levels, "hints.md has three hints, headed ## 1, ## 2, ## 3")
	assert.Equal(t, "# Hints for "+e.folder, strings.TrimSpace(parts[0]), "how hints.md begins")
	for i, text := range parts[1:] {
		assert.NotEmpty(t, strings.TrimSpace(text), "hint %d", i+1)
	}
}

func (e exercise) checkWrongAnswers(t *testing.T) {
	t.Helper()
	var names []string
	for _, c := range e.candidates {
		if c.kind == wrong {
			names = append(names, c.name)
		}
	}
	assert.GreaterOrEqual(t, len(names), 3, "wrong answers in solutions/%s/testdata/wrong: %v", e.folder, names)
	// What refuses all writes is safe, and no use. Each exercise has its own
	// form of it, hence only the first word.
	assert.Regexp(t, `\b(refuses|does)_`, strings.Join(names, " "), "one wrong answer is refuses_everything.go, or, where there is nothing to refuse, does_nothing.go")
}

func TestTextFoldersAndBoardAgree(t *testing.T) {
	all := folders(t, "exercises")

	t.Run("solutions", func(t *testing.T) {
		assert.Empty(t, cmp.Diff(all, folders(t, "solutions")), "-folders in exercises/, +folders in solutions/")
	})
	t.Run("board", func(t *testing.T) { // which shows the stubs that it holds
		var stubs []string
		for _, file := range glob(t, path("exercises", "internal", "stubs", "*.go.txt")) {
			stubs = append(stubs, strings.TrimSuffix(file[len(path("exercises", "internal", "stubs"))+1:], ".go.txt"))
		}
		assert.Empty(t, cmp.Diff(all, stubs), "-folders in exercises/, +stubs in exercises/internal/stubs/")
	})
	t.Run("numbers", func(t *testing.T) {
		for i, folder := range all {
			assert.Equal(t, fmt.Sprintf("%02d", i+1), folder[:2], "the exercises are numbered without a gap")
		}
	})
	t.Run("text", func(t *testing.T) {
		_, listed := theText(t)
		require.NotNil(t, listed, "chapter/doc.go has no section # Exercises with a list of items such as\n  - 01_fence: the guard of a storage.")
		assert.Empty(t, cmp.Diff(all, listed), "-folders in exercises/, +list in the section Exercises of chapter/doc.go")
	})
}

// A student edits the exercises, and the tests here stay green. In the
// repository they are as they are handed out.
func TestTheExercisesAreAsHandedOut(t *testing.T) {
	if os.Getenv("CI") != "true" {
		t.Skip("only with CI=true in the environment: the exercises are there to be edited")
	}
	for _, e := range exercises(t) {
		edited, err := os.ReadFile(path("exercises", e.folder, e.name+".go"))
		require.NoError(t, err)
		pristine, err := os.ReadFile(e.candidates[0].file)
		require.NoError(t, err)
		assert.Empty(t, cmp.Diff(string(pristine), string(edited)), "-exercises/internal/stubs/%s.go.txt, +exercises/%s/%s.go must be the same, byte for byte", e.folder, e.folder, e.name)
	}
}

// theText returns the headings of the chapter, and the exercises that it lists,
// nil if it has no such list.
func theText(t *testing.T) (headings, listed []string) {
	t.Helper()
	var section string
	for _, block := range new(comment.Parser).Parse(packageComment(t, path("chapter", "doc.go"))).Content {
		switch block := block.(type) {
		case *comment.Heading:
			section = plain(block.Text)
			headings = append(headings, section)
		case *comment.List:
			for _, item := range block.Items {
				if section != "Exercises" {
					continue
				}
				folder, _, _ := strings.Cut(plain(item.Content[0].(*comment.Paragraph).Text), ":")
				listed = append(listed, folder)
			}
		}
	}
	return headings, listed
}

func plain(text []comment.Text) string {
	var b strings.Builder
	for _, part := range text {
		switch part := part.(type) {
		case comment.Plain:
			b.WriteString(string(part))
		case comment.Italic:
			b.WriteString(string(part))
		case *comment.Link:
			b.WriteString(plain(part.Text))
		case *comment.DocLink:
			b.WriteString(plain(part.Text))
		}
	}
	return b.String()
}

func packageComment(t *testing.T, file string) string {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, read(t, file), parser.PackageClauseOnly|parser.ParseComments)
	require.NoError(t, err)
	return parsed.Doc.Text()
}
