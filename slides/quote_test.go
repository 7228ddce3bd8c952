package slides_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/present"
)

// sources returns what the comments in a deck say of its quotes, in order:
// "// from NAME" on the line before it, or "".
func sources(t *testing.T, deck string) (names []string) {
	content, err := os.ReadFile(deck)
	require.NoError(t, err)
	before := ""
	for line := range strings.Lines(string(content)) {
		if strings.HasPrefix(line, ".code ") || strings.HasPrefix(line, ".play ") {
			name, _ := strings.CutPrefix(strings.TrimSpace(before), "// from ")
			names = append(names, name)
		}
		before = line
	}
	return names
}

var quoteCommand = regexp.MustCompile(`^\.(?:code|play)(?: -edit)? (\S+) /(.+?)/(?:,/(.+)/)?$`)

// A pattern that matches nothing is an error in present. One that matches
// somewhere else, or wraps round at the end of the file, is not.
func TestQuotesAreFromWhereTheyShouldBe(t *testing.T) {
	for deck := range decks {
		names := sources(t, deck)
		for _, s := range parse(t, deck) {
			for _, elem := range s.elems {
				code, ok := elem.(present.Code)
				if !ok {
					continue
				}
				require.NotEmpty(t, names, "%s, %q: a command not at the beginning of its line", deck, s.title)
				checkQuote(t, code, names[0])
				names = names[1:]
			}
		}
		assert.Empty(t, names, "%s: quotes that present does not show", deck)
	}
}

func checkQuote(t *testing.T, code present.Code, name string) {
	t.Helper()
	match := quoteCommand.FindStringSubmatch(code.Cmd)
	if !assert.NotNil(t, match, "want a file and one or two patterns: %s", code.Cmd) {
		return
	}
	file, first, last := match[1], match[2], match[3]
	content, err := os.ReadFile(filepath.FromSlash(file))
	require.NoError(t, err)
	source := strings.ReplaceAll(string(content), "\r\n", "\n")
	quote := string(code.Raw)
	lines := strings.Split(strings.TrimSuffix(quote, "\n"), "\n")

	assert.Len(t, regexp.MustCompile("(?m:"+first+")").FindAllString(source, -1), 1, "how often the first pattern matches: %s", code.Cmd)
	assert.Regexp(t, first, lines[0], "the first line: %s", code.Cmd)
	if last != "" {
		assert.Regexp(t, last, lines[len(lines)-1], "the last line: %s", code.Cmd)
	}
	if filepath.Ext(file) != ".go" {
		return
	}
	if assert.NotEmpty(t, name, "a line \"// from NAME\" is missing above %s", code.Cmd) {
		assert.Contains(t, declaration(t, source, name), quote, "is not in %s: %s", name, code.Cmd)
	}
}

// declaration returns the source of a function, a method T.m, or a type.
func declaration(t *testing.T, source, name string) string {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", source, 0)
	require.NoError(t, err)
	for _, decl := range file.Decls {
		if nameOf(decl) == name {
			return source[fset.Position(decl.Pos()).Offset:fset.Position(decl.End()).Offset] + "\n"
		}
	}
	return "no declaration of " + name
}

func nameOf(decl ast.Decl) string {
	switch decl := decl.(type) {
	case *ast.GenDecl:
		if spec, ok := decl.Specs[0].(*ast.TypeSpec); ok {
			return spec.Name.Name
		}
	case *ast.FuncDecl:
		if decl.Recv == nil {
			return decl.Name.Name
		}
		receiver := decl.Recv.List[0].Type
		if star, ok := receiver.(*ast.StarExpr); ok {
			receiver = star.X
		}
		if ident, ok := receiver.(*ast.Ident); ok {
			return ident.Name + "." + decl.Name.Name
		}
	}
	return ""
}

// What the class reads above a Run button is what the button runs.
func TestCodeBelongsToItsRunButton(t *testing.T) {
	for deck := range decks {
		for _, s := range parse(t, deck) {
			program := programOf(s)
			if !strings.HasPrefix(program, "s") || program == "story" {
				continue
			}
			for _, elem := range s.elems {
				if code, ok := elem.(present.Code); ok && !code.Play {
					assert.True(t, strings.HasPrefix(code.FileName, program+"_"), "%s, %q: shows %s and runs %s", deck, s.title, code.FileName, program)
				}
			}
		}
	}
}
