package solutions

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// There are some two hundred wrong answers, and most of the time that a go test
// takes goes into linking its program. So all wrong answers of one exercise are
// linked into one program, each with a copy of the tests that imports it, and
// the program is then run once for each. It is put together in an overlay:
// nothing of it is ever in the repository.
type program struct {
	exercise exercise
	file     string
	unbuilt  map[string]string // what the compiler says, by candidate
}

// virtual is where the overlay has its packages. They have to be in the module
// of the exercises, for the sake of its internal packages.
var virtual = []string{"exercises", "internal", "wrong"}

// linkWrongAnswers makes the programs of all exercises with one go build.
func linkWrongAnswers(t *testing.T, all []exercise) map[string]program {
	t.Helper()
	o := overlay{t: t, folder: t.TempDir(), replace: make(map[string]string)}
	module := exercisesModule(t)
	programs := make(map[string]program)
	bin := t.TempDir()
	args := []string{"build", "-json", "-ldflags=-s -w", "-o", bin + string(filepath.Separator)}
	for _, e := range all {
		if len(e.candidates) == 2 {
			continue
		}
		file := filepath.Join(bin, e.folder)
		if runtime.GOOS == "windows" {
			file += ".exe"
		}
		programs[e.folder] = program{exercise: e, file: file, unbuilt: make(map[string]string)}
		args = append(args, "./"+strings.Join(virtual, "/")+"/"+e.folder)
		o.addProgram(e, module)
	}
	var stdout, stderr bytes.Buffer
	cmd := goCommand(slices.Insert(args, 1, o.flag())...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	for decoder := json.NewDecoder(&stdout); decoder.More(); {
		var e event
		require.NoError(t, decoder.Decode(&e))
		// .../internal/wrong/01_fence/less_or_equal, or its tests
		_, place, found := strings.Cut(e.ImportPath, "/internal/wrong/")
		if !found && e.Action == "build-output" {
			t.Fatalf("what all exercises need does not compile: %s", e.Output)
		}
		if parts := strings.Split(place, "/"); len(parts) >= 2 {
			programs[parts[0]].unbuilt[parts[1]] += e.Output
		}
	}
	for _, p := range programs {
		if err != nil && len(p.unbuilt) == 0 {
			if _, missing := os.Stat(p.file); missing != nil {
				t.Errorf("the wrong answers of %s cannot be linked: %v\n%s", p.exercise.folder, err, stderr.String())
			}
		}
	}
	return programs
}

func exercisesModule(t *testing.T) string {
	t.Helper()
	match := regexp.MustCompile(`(?m)^module (\S+)`).FindStringSubmatch(read(t, path("exercises", "go.mod")))
	require.NotNil(t, match, "exercises/go.mod names its module")
	return match[1]
}

// addProgram writes the program of one exercise.
func (o overlay) addProgram(e exercise, module string) {
	var imports, table strings.Builder
	for i, c := range e.candidates {
		if c.kind != wrong {
			continue
		}
		place := slices.Concat(virtual, []string{e.folder, c.name})
		importPath := module + "/" + strings.Join(place[1:], "/")
		o.replace[path(append(place, e.name+".go")...)] = c.file
		o.addTests(e, append(place, "tests"), fmt.Sprintf("%q", module+"/"+e.folder), fmt.Sprintf("%q", importPath))
		fmt.Fprintf(&imports, "\tw%d %q\n", i, importPath+"/tests")
		fmt.Fprintf(&table, "\t\t%q: w%d.AllTestsOfThisCopy,\n", c.name, i)
	}
	o.add(append(slices.Clone(virtual), e.folder, "main.go"), `package main

import (
	"os"
	"testing"

`+imports.String()+`)

func main() {
	tests := map[string][]testing.InternalTest{
`+table.String()+`	}[os.Args[1]]
	os.Args = append(os.Args[:1], os.Args[2:]...)
	testing.Main(func(string, string) (bool, error) { return true, nil }, tests, nil, nil)
}
`)
}

// addTests writes a copy of the tests that imports a candidate.
func (o overlay) addTests(e exercise, place []string, original, candidate string) {
	o.t.Helper()
	name, tests := e.name+"_test", ""
	for _, file := range glob(o.t, path("exercises", e.folder, "*_test.go")) {
		if built, err := build.Default.MatchFile(filepath.Split(file)); err != nil || !built {
			continue
		}
		source := read(o.t, file)
		parsed, err := parser.ParseFile(token.NewFileSet(), file, source, parser.SkipObjectResolution)
		require.NoError(o.t, err)
		require.Equal(o.t, name, parsed.Name.Name, "the package of %s", file)
		for _, d := range parsed.Decls {
			f, isFunc := d.(*ast.FuncDecl)
			if !isFunc || f.Recv != nil || !strings.HasPrefix(f.Name.Name, "Test") {
				continue
			}
			require.NotEqual(o.t, "TestMain", f.Name.Name, "%s: a TestMain is not provided for", file)
			tests += fmt.Sprintf("\t{Name: %q, F: %s},\n", f.Name.Name, f.Name.Name)
		}
		copied := strings.TrimSuffix(filepath.Base(file), "_test.go") + ".go"
		o.add(append(slices.Clone(place), copied), strings.ReplaceAll(source, original, candidate))
	}
	o.add(append(slices.Clone(place), "all_tests_of_this_copy.go"),
		"package "+name+"\n\nimport \"testing\"\n\nvar AllTestsOfThisCopy = []testing.InternalTest{\n"+tests+"}\n")
}

// run grades a wrong answer in a process of its own, as go test would: in the
// folder of the exercise.
func (p program) run(t *testing.T, name string, flags ...string) result {
	t.Helper()
	if text, itself := p.unbuilt[name]; itself {
		return result{unbuilt: true, output: text}
	}
	if len(p.unbuilt) > 0 {
		t.Skip("not run, since another wrong answer of this exercise does not compile")
	}
	cmd := exec.Command(p.file, append([]string{name, "-test.timeout=30s"}, flags...)...)
	cmd.Dir = path("exercises", p.exercise.folder)
	output, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	// A program that says PASS has come to its end; os.Exit(0) has no such word.
	r := result{passed: err == nil && strings.HasSuffix(string(output), "PASS\n"), output: string(output)}
	for _, match := range failedTest.FindAllStringSubmatch(r.output, -1) {
		r.failed = append(r.failed, match[1])
	}
	r.lookForCrashes()
	return r
}

var failedTest = regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)`)
