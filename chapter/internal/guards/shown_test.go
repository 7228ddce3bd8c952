package guards

import (
	"go/ast"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The README and the suite's own page show how the suite is called. The same
// lines are a test, so that they compile and pass.
func TestTheSuiteIsCalledAsShown(t *testing.T) {
	suite := parse(t, "chapter/fencetest")
	calls := make(map[string]string)
	for _, file := range suite.files {
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok {
				calls[f.Name.Name] = unindented(suite.source(f.Pos(), f.End()))
			}
		}
	}
	for _, name := range []string{"TestMyStore", "TestMyLocks"} {
		require.NotEmpty(t, calls[name], "there is no %s in chapter/fencetest", name)
		assert.Contains(t, unindented(suite.doc.Doc), calls[name], "the comment of package fencetest shows %s otherwise than it is", name)
	}
	assert.Contains(t, unindented(read(t, "README.md")), calls["TestMyStore"], "README.md shows TestMyStore otherwise than it is")
}

func unindented(text string) string { return strings.Join(linesOf(text), "\n") }

var outputBlock = regexp.MustCompile("(?ms)^<!-- from (\\S+) -->\n```text\n(.*?)^```$")

// What the README shows of an Example's output is what the Example prints.
func TestTheReadmeShowsWhatIsPrinted(t *testing.T) {
	outputs := make(map[string]string)
	for _, e := range experiments(t) {
		outputs["Example_"+e.name] = e.output
	}
	blocks := outputBlock.FindAllStringSubmatch(read(t, "README.md"), -1)
	assert.NotEmpty(t, blocks, "README.md shows no output in a ```text block below <!-- from Example_... -->")
	for _, block := range blocks {
		assert.NoError(t, checkLines(linesOf(block[2]), outputs[block[1]]), "README.md shows output of %s", block[1])
	}
}
