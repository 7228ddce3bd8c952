package main

import (
	"fmt"
	"go/ast"
	"go/doc"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// source is what a package's source promises to its page.
type source struct {
	listed
	comment  string      // the package comment
	headings []string    // of the package comment, in order
	examples [][]example // in order; one list for each thing that has examples
	dropped  []string    // Example functions that go/doc attaches to nothing
}

// example is an Example function.
type example struct {
	id     string   // as pkgsite names it in the page
	name   string   // as the source names it
	code   []string // the lines of its body, up to the output comment
	output []string
}

func (s *source) exampleCount() int {
	n := 0
	for _, group := range s.examples {
		n += len(group)
	}
	return n
}

// readSource parses a package, its tests included, as pkgsite does.
func readSource(p listed) (*source, error) {
	fset := token.NewFileSet()
	var files, tests []*ast.File
	bodies := map[string]string{} // by the name of the Example function
	for _, name := range slices.Concat(p.GoFiles, p.CgoFiles, p.TestGoFiles, p.XTestGoFiles) {
		path := filepath.Join(p.Dir, name)
		content, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		file, err := parser.ParseFile(fset, path, content, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
		if !strings.HasSuffix(name, "_test.go") {
			continue
		}
		tests = append(tests, file)
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Recv == nil && f.Body != nil {
				start, end := fset.Position(f.Body.Lbrace+1), fset.Position(f.Body.Rbrace)
				bodies[f.Name.Name] = string(content[start.Offset:end.Offset])
			}
		}
	}
	all := doc.Examples(tests...) // before NewFromFiles, which takes the files apart
	pkg, err := doc.NewFromFiles(fset, files, p.ImportPath)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.ImportPath, err)
	}

	s := &source{listed: p, comment: pkg.Doc, headings: headings(pkg)}
	attached := map[string]bool{}
	add := func(parent string, found []*doc.Example) {
		var group []example
		for _, e := range found {
			name := "Example" + e.Name
			attached[name] = true
			group = append(group, example{
				id:     exampleID(parent, e.Suffix),
				name:   name,
				code:   lines(outputComment.Split(bodies[name], 2)[0]),
				output: lines(e.Output),
			})
		}
		if len(group) > 0 {
			s.examples = append(s.examples, group)
		}
	}
	add("", pkg.Examples)
	for _, f := range pkg.Funcs {
		add(f.Name, f.Examples)
	}
	for _, t := range pkg.Types {
		add(t.Name, t.Examples)
		for _, f := range t.Funcs {
			add(f.Name, f.Examples)
		}
		for _, m := range t.Methods {
			add(t.Name+"."+m.Name, m.Examples)
		}
	}
	for _, e := range all {
		if name := "Example" + e.Name; !attached[name] {
			s.dropped = append(s.dropped, name)
		}
	}
	return s, nil
}

// outputComment starts the end of an Example: go/doc takes it out of the code.
var outputComment = regexp.MustCompile(`(?im)^\s*//\s*(unordered )?output:`)

// lines are the lines of s that are not blank, each without its indentation
// and with single spaces, so that formatting makes no difference.
func lines(s string) []string {
	var list []string
	for line := range strings.Lines(s) {
		if line = oneLine(line); line != "" {
			list = append(list, line)
		}
	}
	return list
}

// oneLine is s with single spaces only.
func oneLine(s string) string {
	return strings.Join(strings.Fields(s), " ")
}

// headings lists the headings of the package comment, but for those of a
// "Links" section, which pkgsite takes out of the text and shows elsewhere.
func headings(pkg *doc.Package) []string {
	var list []string
	for _, block := range pkg.Parser().Parse(pkg.Doc).Content {
		if h, ok := block.(*comment.Heading); ok {
			if title := plain(h.Text); title != "Links" {
				list = append(list, title)
			}
		}
	}
	return list
}

// plain is text without its markup.
func plain(texts []comment.Text) string {
	var b strings.Builder
	for _, t := range texts {
		switch t := t.(type) {
		case comment.Plain:
			b.WriteString(string(t))
		case comment.Italic:
			b.WriteString(string(t))
		case *comment.Link:
			b.WriteString(plain(t.Text))
		case *comment.DocLink:
			b.WriteString(plain(t.Text))
		}
	}
	return oneLine(b.String())
}

// exampleID is pkgsite's name for an Example: Example_s01_zombie of a package
// has the suffix s01_zombie and becomes example-package-S01_zombie.
func exampleID(parent, suffix string) string {
	id := "example-" + parent
	if parent == "" {
		id = "example-package"
	}
	if suffix != "" {
		first, size := utf8.DecodeRuneInString(suffix)
		id += "-" + string(unicode.ToTitle(first)) + suffix[size:]
	}
	return id
}
