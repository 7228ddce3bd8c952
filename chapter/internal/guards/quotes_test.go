package guards

import (
	"go/ast"
	"go/doc"
	"go/doc/comment"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// notQuotes is how a code block of the text begins that is no quote: it is a
// command, or a statement in SQL. Whatever else is shown there has to say where
// it is from.
var notQuotes = []string{"go ", "$ ", "UPDATE "}

// toldWithOutput are the scenarios that the text tells beside what they print.
var toldWithOutput = []string{"s01_zombieWrite", "s02_fencingToken", "s03_delayedPacket", "s04_leaseCheck", "s06_compareAndSet"}

func TestTheTextQuotesWhatIsThere(t *testing.T) {
	chapter := parse(t, "chapter")
	code, outputs := chapter.declarations(), make(map[string]string)
	for _, e := range experiments(t) {
		code["Example_"+e.name] = e.body
		outputs["Example_"+e.name] = e.output
	}
	schedule, timeline := parse(t, "chapter/schedule"), parse(t, "chapter/timeline")
	for _, p := range []*parsed{schedule, timeline, parse(t, "chapter/fencetest")} {
		p.addExamples(code, outputs)
	}
	quoted := checkQuotes(t, chapter, code, outputs)
	checkQuotes(t, schedule, code, outputs)
	checkQuotes(t, timeline, code, outputs)
	for _, name := range toldWithOutput {
		assert.True(t, quoted["Example_"+name], "chapter/doc.go quotes no output of Example_%s", name)
	}
}

// addExamples adds the package's own Examples, under names like
// "schedule.ExampleExplore".
func (p *parsed) addExamples(code, outputs map[string]string) {
	for _, file := range p.files {
		for _, e := range doc.Examples(file) {
			name := p.doc.Name + ".Example" + e.Name
			code[name] = p.source(e.Code.Pos(), e.Code.End())
			outputs[name] = e.Output
		}
	}
}

// checkQuotes compares what a package's comment quotes with what is there, and
// returns whose output it quotes.
func checkQuotes(t *testing.T, p *parsed, code, outputs map[string]string) map[string]bool {
	quoted := make(map[string]bool)
	where := "package " + p.doc.Name
	for _, block := range p.doc.Parser().Parse(p.doc.Doc).Content {
		shown, ok := block.(*comment.Code)
		if !ok {
			continue
		}
		if !strings.HasPrefix(shown.Text, quotePrefix) {
			assert.True(t, isCommand(shown.Text), "%s: this block is no command, and its first line does not say %q and a name:\n%s", where, quotePrefix, shown.Text)
			continue
		}
		q, err := parseQuote(shown.Text)
		if !assert.NoError(t, err, "%s, the quote from %s", where, q.from) {
			continue
		}
		if code[q.from] == "" {
			t.Errorf("%s quotes from %s: there is neither such an Example nor such a declaration in package chapter", where, q.from)
			continue
		}
		assert.NoError(t, checkLines(q.code, code[q.from]), "%s quotes code from %s", where, q.from)
		assert.NoError(t, checkLines(q.output, outputs[q.from]), "%s quotes output of %s", where, q.from)
		quoted[q.from] = quoted[q.from] || len(q.output) > 0
	}
	return quoted
}

func isCommand(block string) bool {
	for _, prefix := range notQuotes {
		if strings.HasPrefix(block, prefix) {
			return true
		}
	}
	return false
}

// declarations returns the source of what the package declares outside its
// tests, by name: "FencedStorage.admit" for a method.
func (p *parsed) declarations() map[string]string {
	sources := make(map[string]string)
	for _, file := range p.files {
		if strings.HasSuffix(p.fset.Position(file.Pos()).Filename, "_test.go") {
			continue
		}
		for _, decl := range file.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				sources[receiver(decl)+decl.Name.Name] = p.source(decl.Pos(), decl.End())
			case *ast.GenDecl:
				for _, spec := range decl.Specs {
					if spec, ok := spec.(*ast.TypeSpec); ok {
						sources[spec.Name.Name] = p.source(decl.Pos(), decl.End())
					}
				}
			}
		}
	}
	return sources
}

// receiver returns "FencedStorage." for a method of *FencedStorage.
func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	of := f.Recv.List[0].Type
	if star, ok := of.(*ast.StarExpr); ok {
		of = star.X
	}
	return of.(*ast.Ident).Name + "."
}

func TestQuotesAreHeldToTheirSource(t *testing.T) {
	const source = `
	var storage Storage

	lease := acquire() // the grant
	pause()
	write(lease)
	write(lease)
	read()
`
	for _, c := range []struct {
		name  string
		quote string
		fails string // part of the error, empty for a good quote
	}{
		{"one line", "write(lease)", ""},
		{"neighbours, blank lines aside", "var storage Storage\nlease := acquire() // the grant", ""},
		{"lines left out", "var storage Storage\n...\nwrite(lease)\n...\nread()", ""},
		{"an elision at each end", "...\npause()\n...", ""},
		{"an elision of nothing", "pause()\n...\nwrite(lease)", ""},
		{"a run that fits only later", "write(lease)\nread()", ""},
		{"all of it, indented", source, ""},
		{"a line that is not there", "pausing()", "the closest is:\n\tpause()"},
		{"a dropped comment", "lease := acquire()", "the closest is:\n\tlease := acquire() // the grant"},
		{"lines left out in silence", "pause()\nread()", "not directly below:\n\tpause()\nbelow that stands:\n\twrite(lease)"},
		{"the wrong order", "read()\n...\npause()", "another order"},
		{"more often than it is there", "write(lease)\n...\nwrite(lease)\n...\nwrite(lease)", "another order"},
		{"a line below the last", "read()\nread()", "not directly below"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := checkLines(linesOf(c.quote), source)
			if c.fails == "" {
				require.NoError(t, err)
			} else {
				require.ErrorContains(t, err, c.fails)
			}
		})
	}
}

func TestQuotesThatSayNothing(t *testing.T) {
	for _, block := range []string{
		"// from X",
		"// from X\n...",
		"// from X\ncode\n// Output:",
		"// from X\ncode\n// Output:\n// ...",
		"// from X\n// Output:\nno comment",
	} {
		_, err := parseQuote(block)
		assert.Error(t, err, "%s", block)
	}
}
