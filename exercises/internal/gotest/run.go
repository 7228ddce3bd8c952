package gotest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// Timeout is how long the tests of one exercise may run.
const Timeout = 30 * time.Second

// Run tests the exercises in the given folders with one go test, in the module
// at dir, and returns the verdicts by folder. It calls progress, if that is not
// nil, each time an exercise is through.
func Run(ctx context.Context, dir string, folders []string, progress func(folder string)) (map[string]Verdict, error) {
	args := []string{"test", "-json", fmt.Sprint("-timeout=", Timeout)}
	for _, folder := range folders {
		args = append(args, "./"+folder)
	}
	var stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	cmd.Stderr = &stderr
	// Ctrl-C on a terminal reaches the tests themselves as well. Otherwise they
	// end by their timeout.
	cmd.Cancel = func() error {
		if cmd.Process.Signal(os.Interrupt) != nil { // not on Windows
			return cmd.Process.Kill()
		}
		return nil
	}
	cmd.WaitDelay = 2 * time.Second
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("the tests cannot be run: %w", err)
	}
	logs, readErr := readEvents(stdout, progress)
	_, _ = io.Copy(io.Discard, stdout) // lets it end, should it say more
	err = cmd.Wait()                   // an error too when a test fails
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	verdicts := make(map[string]Verdict)
	for _, folder := range folders {
		l := logs[folder]
		if l == nil || !l.ended {
			return nil, fmt.Errorf("go test says nothing about %s: %w\n%s", folder, errors.Join(err, readErr), strings.TrimSpace(stderr.String()))
		}
		verdicts[folder] = l.verdict(folder)
	}
	return verdicts, nil
}

// An event is a line of go test -json: see go doc test2json, and go help buildjson.
type event struct {
	Action, Package, Test, Output, ImportPath, FailedBuild string
}

// A log is what the events say about one exercise.
type log struct {
	ended, passed, unbuilt bool
	build                  string            // what the compiler or vet says
	failed                 []string          // tests, in this order
	running                []string          // tests that have not ended
	outputs                map[string]string // by test
	outside                string            // output of no test
}

// A test that prints for ever must not fill the memory of its reader.
const longestOutput = 1 << 18

func readEvents(stream io.Reader, progress func(folder string)) (map[string]*log, error) {
	logs := make(map[string]*log)
	builds := make(map[string]string)
	decoder := json.NewDecoder(stream)
	for {
		var e event
		if err := decoder.Decode(&e); err == io.EOF {
			return logs, nil
		} else if err != nil {
			return logs, err
		}
		if e.Action == "build-output" {
			builds[e.ImportPath] += e.Output
			continue
		}
		if e.Package == "" {
			continue
		}
		folder := e.Package[strings.LastIndex(e.Package, "/")+1:]
		l := logs[folder]
		if l == nil {
			l = &log{outputs: make(map[string]string)}
			logs[folder] = l
		}
		switch {
		case e.Action == "output" && e.Test != "":
			l.outputs[e.Test] = grow(l.outputs[e.Test], e.Output)
		case e.Action == "output":
			l.outside = grow(l.outside, e.Output)
		case e.Action == "run":
			l.running = append(l.running, e.Test)
		case e.Test != "" && (e.Action == "pass" || e.Action == "fail" || e.Action == "skip"):
			l.running = slices.DeleteFunc(l.running, func(test string) bool { return test == e.Test })
			if e.Action == "fail" {
				l.failed = append(l.failed, e.Test)
			}
		case e.Test == "" && (e.Action == "pass" || e.Action == "fail" || e.Action == "skip"):
			l.ended, l.passed, l.unbuilt = true, e.Action == "pass", e.FailedBuild != ""
			l.build = builds[e.FailedBuild]
			if progress != nil {
				progress(folder)
			}
		}
	}
}

// grow appends until it is too much, and then only how a test crashed.
func grow(text, more string) string {
	if len(text) < longestOutput || crashLine.MatchString(more) {
		return text + more
	}
	return text
}
