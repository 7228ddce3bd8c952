package board

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/fencing/exercises/internal/exercise"
	"example.com/fencing/exercises/internal/gotest"
)

// A student is somebody before a board, with a checkout of three exercises.
type student struct {
	*Board
	t        *testing.T
	out, err *bytes.Buffer
	verdicts map[string]gotest.Verdict // what go test will say; otherwise it fails
	tested   []string                  // the folders that were tested
}

func newStudent(t *testing.T) *student {
	s := &student{
		t: t, out: new(bytes.Buffer), err: new(bytes.Buffer),
		verdicts: make(map[string]gotest.Verdict),
	}
	s.Board = &Board{
		Dir: t.TempDir(), CacheDir: t.TempDir(),
		In: strings.NewReader(""), Out: s.out, Err: s.err,
		Plain: true,
		Width: func() int { return 80 },
		exercises: []exercise.Exercise{
			{Number: 1, Folder: "01_fence", Name: "fence", Title: "can you make a storage refuse a zombie?", Read: "Scenario 2: what does one comparison change?", Minutes: 5, Level: "easy"},
			{Number: 2, Folder: "02_break_the_check", Name: "break_the_check", Title: "which check can you not break?", Read: "Why can't the client check for itself?", Minutes: 20, Level: "medium"},
			{Number: 3, Folder: "03_tokens", Name: "tokens", Title: "which grant came later?", Read: "What does fencing need?", Minutes: 45, Level: "hard"},
		},
	}
	s.Board.stub = func(folder string) ([]byte, error) { return []byte("package " + folder[3:] + " // handed out\n"), nil }
	s.Board.test = func(_ context.Context, dir string, folders []string, _ func(string)) (map[string]gotest.Verdict, error) {
		if dir != filepath.Join(s.Dir, "exercises") {
			return nil, fmt.Errorf("tests run in %s", dir)
		}
		s.tested = folders
		verdicts := make(map[string]gotest.Verdict)
		for _, folder := range folders {
			verdict, ok := s.verdicts[folder]
			if !ok {
				verdict = gotest.Verdict{State: gotest.Fails, Why: "not yet solved", Test: "TestIt", Story: "a story\n=> not yet solved"}
			}
			verdicts[folder] = verdict
		}
		return verdicts, nil
	}
	s.write("exercises/internal/stubs/stubs.go", "package stubs\n")
	for _, e := range s.exercises {
		stub, _ := s.stub(e.Folder)
		s.write("exercises/"+e.File(), string(stub))
		s.write("exercises/"+e.Folder+"/hints.md", "# Hints for "+e.Folder+"\n\n## 1\n\nA nudge.\n\n## 2\n\nThe idea.\n\n## 3\n\nNearly:\n\n```go\nif x {\n\treturn\n}\n```\n")
	}
	return s
}

func (s *student) path(name string) string { return filepath.Join(s.Dir, filepath.FromSlash(name)) }

func (s *student) write(name, content string) {
	s.t.Helper()
	require.NoError(s.t, os.MkdirAll(filepath.Dir(s.path(name)), 0o700))
	require.NoError(s.t, os.WriteFile(s.path(name), []byte(content), 0o600))
}

func (s *student) read(name string) string {
	s.t.Helper()
	content, err := os.ReadFile(s.path(name))
	require.NoError(s.t, err)
	return string(content)
}

// types runs a command and returns what it prints, and its exit status.
func (s *student) types(args ...string) (out string, status int) {
	s.t.Helper()
	s.out.Reset()
	s.err.Reset()
	status = s.Run(context.Background(), args)
	return s.out.String(), status
}
