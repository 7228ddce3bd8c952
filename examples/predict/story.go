package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/doc"
	"go/doc/comment"
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

// A story is an Example, taken apart.
type story struct {
	name     string // s02_fencingToken
	question string // the doc comment
	code     string // what else is declared in the file, then the body
	why      string // the comment that closes the body
	output   string // as it is written down
}

// loadStories finds the examples from any folder of the module, or of one that
// shares a workspace with it.
func loadStories() ([]story, error) {
	cmd := exec.Command("go", "list", "-f", `{{.Dir}}{{range .XTestGoFiles}}{{"\n"}}{{.}}{{end}}`, examples)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	output, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("can't find the examples: run this in a clone of the repository (%s)", strings.TrimSpace(stderr.String()))
	}
	lines := strings.Split(strings.TrimSpace(string(output)), "\n")
	var stories []story
	for _, name := range lines[1:] {
		source, err := os.ReadFile(filepath.Join(lines[0], name))
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
	slices.SortFunc(stories, func(a, b story) int { return strings.Compare(a.name, b.name) })
	return stories, nil
}

var outputComment = regexp.MustCompile(`(?i)^//\s*(unordered )?output:`)

func newStory(example *doc.Example, file *ast.File, text func(from, to token.Pos) string) story {
	s := story{
		name:     strings.TrimPrefix(example.Name, "_"),
		question: example.Doc,
		output:   strings.TrimRight(example.Output, "\n"),
	}
	var declarations []string
	for _, decl := range file.Decls {
		if f, ok := decl.(*ast.FuncDecl); ok && f.Name.Name == "Example"+example.Name {
			s.code, s.why = splitBody(f, file, text)
		} else if g, ok := decl.(*ast.GenDecl); !ok || g.Tok != token.IMPORT {
			declarations = append(declarations, text(start(decl), decl.End()))
		}
	}
	// Many lines of code just fit into 80 columns if a tab takes four of them.
	s.code = strings.ReplaceAll(strings.Join(append(declarations, s.code), "\n\n"), "\t", "    ")
	return s
}

// start is where a declaration begins, its doc comment included.
func start(decl ast.Decl) token.Pos {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if d.Doc != nil {
			return d.Doc.Pos()
		}
	case *ast.GenDecl:
		if d.Doc != nil {
			return d.Doc.Pos()
		}
	}
	return decl.Pos()
}

// splitBody returns the body of an Example up to the comment that closes it, and
// that comment, which is better read after the output.
func splitBody(f *ast.FuncDecl, file *ast.File, text func(from, to token.Pos) string) (code, why string) {
	last := f.Body.List[len(f.Body.List)-1].End()
	end := f.Body.Rbrace
	for _, group := range slices.Backward(file.Comments) {
		switch {
		case group.Pos() > f.Body.Rbrace:
		case group.Pos() < last:
		case outputComment.MatchString(group.List[0].Text):
			end = group.Pos()
		case why == "" && strings.HasSuffix(text(last, group.Pos()), "\n\t"):
			why, end = group.Text(), group.Pos()
		}
	}
	code = strings.ReplaceAll(text(f.Body.Lbrace+1, end), "\n\t", "\n")
	return strings.TrimSpace(code), strings.TrimSpace(why)
}

// runStories runs the tests of the given stories. It returns, by name, what came
// instead where that is not what is written down.
func runStories(stories []story) (map[string]string, error) {
	var names []string
	for _, s := range stories {
		names = append(names, s.name)
	}
	pattern := "^Example_(" + strings.Join(names, "|") + ")$"
	var stderr bytes.Buffer
	cmd := exec.Command("go", "test", "-count=1", "-json", "-run", pattern, examples)
	cmd.Stderr = &stderr
	stdout, err := cmd.Output()
	if err == nil {
		return nil, nil
	}
	printed := make(map[string]string) // by test; what belongs to none is under ""
	ended := make(map[string]string)   // pass or fail
	for line := range bytes.Lines(stdout) {
		var event struct{ Action, Test, Output string }
		if err := json.Unmarshal(line, &event); err != nil {
			return nil, fmt.Errorf("go test says %q", line)
		}
		printed[event.Test] += event.Output
		ended[event.Test] = event.Action
	}
	otherwise := make(map[string]string)
	ran := false
	for _, s := range stories {
		switch ended["Example_"+s.name] {
		case "pass":
			ran = true
		case "fail":
			ran = true
			otherwise[s.name] = whatCame(printed["Example_"+s.name] + printed[""])
		default:
			otherwise[s.name] = "(nothing: an earlier story broke off, and this one was not run)"
		}
	}
	if !ran {
		return nil, errors.New("the stories can't be run:\n" + printed[""] + stderr.String())
	}
	return otherwise, nil
}

// whatCame is what stands between got and want in the report of a failed
// Example, or all of it if that has another form: a panic.
func whatCame(report string) string {
	_, got, ok := strings.Cut(report, "\ngot:\n")
	got, _, ok2 := strings.Cut(got, "\nwant:\n")
	if !ok || !ok2 {
		return strings.TrimSpace(report)
	}
	return got
}

// wrap fills the lines of a doc comment up to 80 columns.
func wrap(text string) string {
	printer := comment.Printer{TextWidth: 80}
	return strings.TrimSpace(string(printer.Text(new(comment.Parser).Parse(text))))
}

// indent sets text off by four spaces.
func indent(text string) string {
	return strings.TrimRight("    "+strings.ReplaceAll(text, "\n", "\n    "), " ")
}
