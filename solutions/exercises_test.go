package solutions

import (
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var only = flag.String("exercise", "", "prove only this `folder`, such as 01_fence")

// root is the top folder of the repository.
var root = func() string {
	folder, err := filepath.Abs("..")
	if err != nil {
		panic(err)
	}
	return folder
}()

// An exercise is a folder of the exercises' module, with all that belongs to it.
type exercise struct {
	folder     string // 01_fence
	name       string // fence
	candidates []candidate
}

// A candidate is a file that can take the place of the one the student edits.
type candidate struct {
	kind kind
	name string // of a wrong answer
	file string // where it is
}

type kind string

const (
	stub     kind = "stub"
	solution kind = "solution"
	wrong    kind = "wrong answer"
)

func (c candidate) String() string {
	if c.kind == wrong {
		return "wrong/" + c.name
	}
	return string(c.kind)
}

var folderForm = regexp.MustCompile(`^[0-9]{2}_([a-z0-9_]+)$`)

// exercises finds the exercises by their folders.
func exercises(t *testing.T) []exercise {
	t.Helper()
	var all []exercise
	for _, folder := range folders(t, "exercises") {
		name := folderForm.FindStringSubmatch(folder)[1]
		e := exercise{folder: folder, name: name}
		e.candidates = append(e.candidates,
			candidate{kind: stub, file: path("exercises", "internal", "stubs", folder+".go.txt")},
			candidate{kind: solution, file: path("solutions", folder, name+".go")})
		for _, file := range glob(t, path("solutions", folder, "testdata", "wrong", "*.go")) {
			e.candidates = append(e.candidates, candidate{kind: wrong, name: strings.TrimSuffix(filepath.Base(file), ".go"), file: file})
		}
		all = append(all, e)
	}
	require.NotEmpty(t, all, "there are no exercises in exercises/")
	return all
}

// chosen leaves the exercises that the flag -exercise asks for.
func chosen(t *testing.T) []exercise {
	t.Helper()
	var left []exercise
	for _, e := range exercises(t) {
		if *only == "" || *only == e.folder {
			left = append(left, e)
		}
	}
	require.NotEmpty(t, left, "there is no exercise %s", *only)
	return left
}

// folders returns the names of the exercises that have a folder in parent.
func folders(t *testing.T, parent string) []string {
	t.Helper()
	entries, err := os.ReadDir(path(parent))
	require.NoError(t, err)
	var names []string
	for _, entry := range entries {
		if entry.IsDir() && folderForm.MatchString(entry.Name()) {
			names = append(names, entry.Name())
		}
	}
	return names
}

func path(elements ...string) string {
	return filepath.Join(root, filepath.Join(elements...))
}

func glob(t *testing.T, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	require.NoError(t, err)
	return files
}

func read(t *testing.T, file string) string {
	t.Helper()
	content, err := os.ReadFile(file)
	require.NoError(t, err)
	return strings.ReplaceAll(string(content), "\r\n", "\n")
}

// openInputs opens what the go test commands that this test starts will compile.
//
// It keeps cached results honest. The go command remembers that the tests of
// this package have passed, and repeats that, until something changes that they
// depend on: their own code, and the files that this process has opened. What a
// child process has opened it does not see. So all of it is opened here: the
// exercises, the answers, the chapter, and the files that choose dependencies.
func openInputs(t *testing.T) {
	t.Helper()
	for _, name := range []string{"go.work", "go.mod", "go.sum"} {
		read(t, path(name))
	}
	for _, folder := range []string{"chapter", "exercises", "solutions"} {
		require.NoError(t, filepath.WalkDir(path(folder), func(name string, entry fs.DirEntry, err error) error {
			if err == nil && entry.Type().IsRegular() {
				_, err = os.ReadFile(name)
			}
			return err
		}))
	}
}
