package gotest

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"
)

// testsIn returns the names of the tests in a folder, as far as they can be
// read.
func testsIn(folder string) []string {
	pkg, _ := build.ImportDir(folder, 0)
	if pkg == nil {
		return nil
	}
	var names []string
	for _, file := range append(pkg.TestGoFiles, pkg.XTestGoFiles...) {
		parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(folder, file), nil, parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		for _, declaration := range parsed.Decls {
			if f, ok := declaration.(*ast.FuncDecl); ok && f.Recv == nil && isTest(f.Name.Name) {
				names = append(names, f.Name.Name)
			}
		}
	}
	return names
}

func isTest(name string) bool {
	rest, ok := strings.CutPrefix(name, "Test")
	first, _ := utf8.DecodeRuneInString(rest)
	return ok && rest != "Main" && !unicode.IsLower(first)
}
