package guards

import (
	"go/ast"
	"go/doc/comment"
	"go/token"
	"go/types"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// maxBody is how many lines an Example may have between its braces, blank lines
// and the closing comment included, the output not. More than that does not fit
// on a screen beside its question.
const maxBody = 45

// An experiment is an Example as its file has it.
type experiment struct {
	name     string // s01_zombieWrite
	file     string // s01_zombie_write_test.go
	question string // the doc comment without "Predict: ", on one line
	body     string // the source between the braces, without the output
	closing  string // the body's last comment, the one after all code
	output   string
	missing  []string // what it needs from elsewhere, so that it can't be run alone
}

// experiments returns what go/doc shows of the examples folder, in its order.
func experiments(t *testing.T) []experiment {
	t.Helper()
	p := parse(t, "examples")
	found := make(map[string]experiment)
	for _, file := range p.files {
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && strings.HasPrefix(f.Name.Name, "Example") {
				e := p.experiment(file, f)
				found[e.name] = e
			}
		}
	}
	var shown []experiment
	for _, example := range p.doc.Examples {
		e, ok := found[example.Suffix]
		require.True(t, ok, "go/doc shows an Example %q, and no function is called so", example.Suffix)
		delete(found, example.Suffix)
		e.output = example.Output
		if example.Play == nil && len(e.missing) == 0 {
			e.missing = []string{"go/doc does not say what"}
		}
		shown = append(shown, e)
	}
	for name, e := range found {
		t.Errorf("%s: go/doc drops Example %q without a word: is it called Example_sNN_camelCase, without parameters?", e.file, name)
	}
	require.NotEmpty(t, shown, "no Examples in examples/")
	return shown
}

var outputComment = regexp.MustCompile(`(?i)^//\s*(unordered )?output:`)

func (p *parsed) experiment(file *ast.File, f *ast.FuncDecl) experiment {
	e := experiment{
		name:     strings.TrimPrefix(f.Name.Name, "Example_"),
		file:     p.fset.Position(f.Pos()).Filename,
		question: oneLine(new(comment.Parser).Parse(f.Doc.Text()).Content),
		missing:  missing(file),
	}
	code, end := f.Body.Lbrace, f.Body.Rbrace // where the last statement ends, and the body
	if n := len(f.Body.List); n > 0 {
		code = f.Body.List[n-1].End()
	}
	for _, group := range file.Comments {
		if group.Pos() < code || group.Pos() > f.Body.Rbrace {
			continue
		}
		if outputComment.MatchString(group.List[0].Text) {
			end = group.Pos()
		} else if p.line(group.Pos()) > p.line(code) {
			e.closing = p.source(group.Pos(), group.End())
		}
	}
	e.body = strings.TrimSpace(p.source(f.Body.Lbrace+token.Pos(1), end))
	return e
}

var majorVersion = regexp.MustCompile(`/v\d+$`)

// missing returns the names that a file uses and neither declares nor imports.
// (For a file shown whole, go/doc does not look.)
func missing(file *ast.File) []string {
	imported := make(map[string]bool)
	for _, spec := range file.Imports {
		name := majorVersion.ReplaceAllString(strings.Trim(spec.Path.Value, `"`), "")
		imported[path.Base(name)] = true
	}
	var names []string
	for _, ident := range file.Unresolved {
		if !imported[ident.Name] && types.Universe.Lookup(ident.Name) == nil {
			names = append(names, ident.Name)
		}
	}
	return names
}

func TestExamplesAreInOrder(t *testing.T) {
	wellNamed := regexp.MustCompile(`^(s\d\d)_[a-z][a-zA-Z0-9]*$`)
	files := make(map[string]string)
	last := ""
	for _, e := range experiments(t) {
		match := wellNamed.FindStringSubmatch(e.name)
		if !assert.NotNil(t, match, "%s: Example %q is not called Example_sNN_camelCase", e.file, e.name) {
			continue
		}
		assert.Greater(t, match[1], last, "%s: Example_%s: numbers ascend, none twice", e.file, e.name)
		last = match[1]
		assert.Empty(t, files[e.file], "%s has a second Example: one file each, or neither can be run alone", e.file)
		files[e.file] = e.name
		plain := strings.ReplaceAll(strings.TrimSuffix(e.file, "_test.go"), "_", "")
		assert.Equal(t, strings.ToLower(strings.ReplaceAll(e.name, "_", "")), plain, "%s: file and Example_%s are named alike", e.file, e.name)
	}
}

func TestExamplesAskAndAnswer(t *testing.T) {
	for _, e := range experiments(t) {
		t.Run(e.name, func(t *testing.T) {
			question, asks := strings.CutPrefix(e.question, "Predict: ")
			assert.True(t, asks, "the doc comment begins with Predict:")
			assert.Contains(t, question, "?", "the doc comment asks something")
			assert.NotEmpty(t, e.output, "without // Output: at the end it compiles, and never runs")
			assert.Empty(t, e.missing, "it can't be run alone on a documentation page: this is not in its file")
			if lines := strings.Count(e.body, "\n") + 1; lines > maxBody {
				t.Errorf("the body has %d lines, at most %d can be read at a glance", lines, maxBody)
			}
			if lines := strings.Count(e.closing, "\n") + 1; e.closing == "" || lines < 2 || lines > 4 {
				t.Errorf("the last comment before the output says why, in two to four lines, not %q", e.closing)
			}
		})
	}
}

func TestExamplesAreMentionedInTheChapter(t *testing.T) {
	text := read(t, "chapter/doc.go")
	for _, e := range experiments(t) {
		named := regexp.MustCompile(`\bExample_` + e.name + `\b`)
		assert.True(t, named.MatchString(text), "chapter/doc.go does not mention Example_%s", e.name)
	}
}

// The doc comment of an Example is hidden with its answer until a reader of the
// documentation page unfolds both. So the question has to stand outside as well.
func TestExamplesAreAskedBeforeTheyAreUnfolded(t *testing.T) {
	p := parse(t, "examples")
	var asked []string
	isQuestion := regexp.MustCompile(`^s\d\d_\w+:`)
	for _, block := range p.doc.Parser().Parse(p.doc.Doc).Content {
		list, ok := block.(*comment.List)
		if !ok {
			continue
		}
		for _, item := range list.Items {
			if text := oneLine(item.Content); isQuestion.MatchString(text) {
				asked = append(asked, text)
			}
		}
	}
	var want []string
	for _, e := range experiments(t) {
		want = append(want, e.name+": "+strings.TrimPrefix(e.question, "Predict: "))
	}
	if diff := cmp.Diff(want, asked); diff != "" {
		t.Errorf("examples/doc.go needs a list with one item for each Example, its name and its question, in order "+
			"(-as the Examples ask, +as examples/doc.go asks):\n%s", diff)
	}
}
