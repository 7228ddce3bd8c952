package guards

import (
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// root is the top folder of the repository; tests run in their own folder.
const root = "../../.."

// read returns a file of the repository.
func read(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(root, name))
	require.NoError(t, err)
	return string(content)
}

// goFiles returns the Go files of a folder of the repository, by name.
//
// It reads them all, which is also what keeps cached results honest: go test
// looks at what this process has opened, never at what a child process of it
// has compiled.
func goFiles(t *testing.T, folder string) map[string]string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(root, folder, "*.go"))
	require.NoError(t, err)
	require.NotEmpty(t, names, "no Go files in %s", folder)
	files := make(map[string]string)
	for _, name := range names {
		files[filepath.Base(name)] = read(t, filepath.Join(folder, filepath.Base(name)))
	}
	return files
}

// A parsed package: its documentation as go/doc sees it, and its syntax.
type parsed struct {
	fset    *token.FileSet
	sources map[string]string // by file name
	files   []*ast.File
	doc     *doc.Package
}

func parse(t *testing.T, folder string) *parsed {
	t.Helper()
	p := &parsed{fset: token.NewFileSet(), sources: goFiles(t, folder)}
	var forDoc []*ast.File // go/doc removes what is not exported from its syntax trees
	for name, source := range p.sources {
		for _, files := range []*[]*ast.File{&p.files, &forDoc} {
			file, err := parser.ParseFile(p.fset, name, source, parser.ParseComments)
			require.NoError(t, err)
			*files = append(*files, file)
		}
	}
	var err error
	p.doc, err = doc.NewFromFiles(p.fset, forDoc, modulePath()+"/"+folder)
	require.NoError(t, err)
	return p
}

// line returns the number of the line that pos is on.
func (p *parsed) line(pos token.Pos) int { return p.fset.Position(pos).Line }

// source returns the text between two positions of one file.
func (p *parsed) source(from, to token.Pos) string {
	start, end := p.fset.Position(from), p.fset.Position(to)
	return p.sources[start.Filename][start.Offset:end.Offset]
}

var modulePath = sync.OnceValue(func() string {
	// The go.mod above this folder, whatever workspace there may be as well.
	cmd := goCommand(root, "list", "-m")
	cmd.Env = append(cmd.Env, "GOWORK=off")
	path, err := cmd.Output()
	if err != nil {
		panic(fmt.Sprintf("go list -m: %v", err))
	}
	return strings.TrimSpace(string(path))
})

// oncePerProcess skips what a test with -count has done already: it starts go
// commands, which say the same of the same code.
func oncePerProcess(t *testing.T) {
	t.Helper()
	if _, again := done.LoadOrStore(t.Name(), true); again {
		t.Skip("done once in this process, and once is enough")
	}
}

var done sync.Map

// goCommand prepares a go command in dir that does not depend on how the tests
// were started: a GOFLAGS with -race or -json is for them, not for it.
func goCommand(dir string, args ...string) *exec.Cmd {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-buildvcs=false", "GOWORK=")
	return cmd
}
