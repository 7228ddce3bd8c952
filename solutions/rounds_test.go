package solutions

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// A round is one go test of all exercises, in each of which the stub, or the
// solution, takes the place of the file that the student edits. One go command
// for thirteen packages is much faster than thirteen.
type round struct {
	kind  kind
	flags []string
}

// A result is what go test says about one exercise.
type result struct {
	passed   bool
	failed   []string // the tests that failed
	unbuilt  bool     // it does not compile, or does not vet
	timedOut bool
	panicked bool
	output   string
}

// play runs a round and returns the results by folder.
//
// The overlay always replaces the student's file, also by the stub, and takes
// out what else a student may have put beside it. So the proof does not depend
// on how far somebody has got with the exercises.
func (r round) play(t *testing.T, all []exercise) map[string]result {
	t.Helper()
	o := overlay{t: t, folder: t.TempDir(), replace: make(map[string]string)}
	args := append([]string{"test", "-json", "-count=1", "-timeout=60s", "-ldflags=-s -w"}, r.flags...)
	var played []string
	for _, e := range all {
		for _, file := range glob(t, path("exercises", e.folder, "*.go")) {
			if !strings.HasSuffix(file, "_test.go") {
				o.replace[file] = ""
			}
		}
		for _, c := range e.candidates {
			if _, missing := os.Stat(c.file); c.kind == r.kind && missing == nil {
				o.replace[path("exercises", e.folder, e.name+".go")] = c.file
				played = append(played, e.folder)
			}
		}
	}
	if len(played) == 0 {
		return nil
	}
	args = append(args, o.flag())
	for _, folder := range played {
		args = append(args, "./exercises/"+folder)
	}
	var stdout, stderr bytes.Buffer
	cmd := goCommand(args...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run() // the stubs are there to fail
	results, parseErr := parseEvents(stdout.Bytes())
	for _, folder := range played {
		if _, ok := results[folder]; !ok {
			t.Fatalf("%v says nothing about %s: %v, %v\n%s", cmd, folder, err, parseErr, stderr.String())
		}
	}
	return results
}

// goCommand prepares a go command at the root that does not depend on how the
// tests were started: with what flags, and inside which workspace.
func goCommand(args ...string) *exec.Cmd {
	cmd := exec.Command("go", args...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOFLAGS=-buildvcs=false", "GOWORK="+path("go.work"))
	return cmd
}

// An event is a line of go test -json, see go doc test2json and go help buildjson.
type event struct {
	Action, Package, Test, Output, ImportPath, FailedBuild string
}

func parseEvents(stream []byte) (map[string]result, error) {
	results := make(map[string]result)
	builds := make(map[string]*strings.Builder) // what the compiler or vet says
	outputs := make(map[string]*strings.Builder)
	write := func(to map[string]*strings.Builder, key, text string) {
		if to[key] == nil {
			to[key] = new(strings.Builder)
		}
		to[key].WriteString(text)
	}
	decoder := json.NewDecoder(bytes.NewReader(stream))
	for decoder.More() {
		var e event
		if err := decoder.Decode(&e); err != nil {
			return results, err
		}
		folder := e.Package[strings.LastIndex(e.Package, "/")+1:]
		r := results[folder]
		switch {
		case e.Action == "build-output":
			write(builds, e.ImportPath, e.Output)
			continue
		case e.Action == "output":
			write(outputs, folder, e.Output)
		case e.Action == "fail" && e.Test != "":
			r.failed = append(r.failed, e.Test)
		case e.Action == "pass" && e.Test == "":
			r.passed = true
		case e.Action == "fail" && e.FailedBuild != "":
			r.unbuilt = true
			if text := builds[e.FailedBuild]; text != nil {
				write(outputs, folder, text.String())
			}
		}
		if folder != "" {
			results[folder] = r
		}
	}
	for folder, r := range results {
		if outputs[folder] != nil {
			r.output = outputs[folder].String()
		}
		r.lookForCrashes()
		results[folder] = r
	}
	return results, nil
}

func (r *result) lookForCrashes() {
	r.timedOut = strings.Contains(r.output, "panic: test timed out after")
	r.panicked = panics.MatchString(r.output)
}

var panics = regexp.MustCompile(`(?m)^(panic:|fatal error:|SIG[A-Z]+:)`)

// String says how it went, and shows the end of the output.
func (r result) String() string {
	verdict := fmt.Sprint("these tests fail: ", strings.Join(r.failed, ", "))
	switch {
	case r.passed:
		verdict = "all tests pass"
	case r.unbuilt:
		verdict = "it does not compile, or go vet finds fault with it"
	case r.timedOut:
		verdict = "the tests do not come to an end"
	case r.panicked:
		verdict = "the tests end in a panic"
	case len(r.failed) == 0:
		verdict = "it fails, and no test does"
	}
	const shown = 40
	lines := strings.Split(strings.TrimSpace(r.output), "\n")
	if len(lines) > shown {
		lines = append([]string{"..."}, lines[len(lines)-shown:]...)
	}
	return verdict + "\n\n    " + strings.Join(lines, "\n    ")
}

// failsAsATestShould tells a failed test from other ways not to pass.
func (r result) failsAsATestShould() bool {
	return !r.passed && !r.unbuilt && !r.timedOut && !r.panicked && len(r.failed) > 0
}
