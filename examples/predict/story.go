package main

import (
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

const examples = "example.com/fencing/examples"

var (
	questions     = regexp.MustCompile(`[^.?]+\?`)
	outputComment = regexp.MustCompile(`(?i)^//\s*(unordered )?output:`)
	failedExample = regexp.MustCompile(`(?s)^.*\ngot:\n(.*)\nwant:\n.*$`)
)

// A story is an Example, taken apart.
type story struct {
	name     string // s02_fencingToken
	question string // the doc comment
	code     string // what else is declared in the file, then the body
	why      string // the comment that closes the body
	output   string // as published
}

// loadStories finds the examples from any folder of the module, or of one that
// shares a workspace with it.
func loadStories() ([]story, error) {
	cmd := exec.Command("go", "list", "-f", `{{range .XTestGoFiles}}{{$.Dir}}/{{.}}{{"\n"}}{{end}}`, examples)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	output, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("can't find the examples: run this in a clone of the repository (%s)", strings.TrimSpace(stderr.String()))
	}
	var stories []story
	for name := range strings.Lines(string(output)) {
		source, err := os.ReadFile(strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, name, source, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		text := func(from, to token.Pos) string {
			return string(source[fset.Position(from).Offset:fset.Position(to).Offset])
		}
		for _, example := range doc.Examples(file) {
			stories = append(stories, newStory(example, file, text))
		}
	}
	return stories, nil
}

func newStory(example *doc.Example, file *ast.File, text func(from, to token.Pos) string) story {
	s := story{
		name:     strings.TrimPrefix(example.Name, "_"),
		question: example.Doc,
		output:   strings.TrimSpace(example.Output), // go test trims both sides too
	}
	var declarations []string
	from := file.Name.End() // of what comes before a declaration: its comments
	for _, decl := range file.Decls {
		if f, ok := decl.(*ast.FuncDecl); ok && f.Name.Name == "Example"+example.Name {
			s.code, s.why = splitBody(f, file, text)
		} else if g, ok := decl.(*ast.GenDecl); !ok || g.Tok != token.IMPORT {
			declarations = append(declarations, strings.TrimSpace(text(from, decl.End())))
		}
		from = decl.End()
	}
	// Many lines of code just fit into 80 columns if a tab takes four of them.
	s.code = strings.ReplaceAll(strings.Join(append(declarations, s.code), "\n\n"), "\t", "    ")
	return s
}

// splitBody returns the body of an Example up to the comment that closes it, and
// that comment, which is better read after the output.
func splitBody(f *ast.FuncDecl, file *ast.File, text func(from, to token.Pos) string) (code, why string) {
	last := f.Body.List[len(f.Body.List)-1].End()
	end := f.Body.Rbrace
	for _, group := range slices.Backward(file.Comments) {
		switch {
		case group.Pos() > f.Body.Rbrace || group.Pos() < last:
		case outputComment.MatchString(group.List[0].Text):
			end = group.Pos()
		case why == "" && strings.HasSuffix(text(last, group.Pos()), "\n\t"):
			why, end = group.Text(), group.Pos()
		}
	}
	code = strings.ReplaceAll(text(f.Body.Lbrace+1, end), "\n\t", "\n")
	return strings.TrimSpace(code), why
}

// runStories returns, by name, what the given stories print where that is not
// what is published. Each runs alone: one that breaks off harms no other.
func runStories(stories []story) (map[string]string, error) {
	dir, err := os.MkdirTemp(os.Getenv("GOTMPDIR"), "predict")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	binary := filepath.Join(dir, "examples.test.exe") // other systems don't mind the ending
	if output, err := exec.Command("go", "test", "-c", "-o", binary, examples).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("the stories can't be run:\n%s", output)
	}
	otherwise := make(map[string]string)
	for _, s := range stories {
		report, err := exec.Command(binary, "-test.timeout=1m", "-test.run=^Example_"+s.name+"$").CombinedOutput()
		if err != nil {
			// A panic is not reported in that form, and is left as it is.
			otherwise[s.name] = strings.TrimSpace(failedExample.ReplaceAllString(string(report), "$1"))
		}
	}
	return otherwise, nil
}
