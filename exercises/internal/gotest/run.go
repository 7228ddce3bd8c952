package gotest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
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
	alone(cmd)
	cmd.Cancel = func() error { return interrupt(cmd) }
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
		sweep(cmd)
		return nil, ctx.Err()
	}
	verdicts := make(map[string]Verdict)
	for _, folder := range folders {
		l := logs[folder]
		if l == nil || !l.ended {
			return nil, fmt.Errorf("go test says nothing about %s: %w\n%s", folder, errors.Join(err, readErr), strings.TrimSpace(stderr.String()))
		}
		verdicts[folder] = l.verdict(folder, testsIn(filepath.Join(dir, folder)))
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
	build                  string             // what the compiler or vet says
	through                []string           // tests that have passed, or were skipped
	failed                 []string           // tests, in this order
	running                []string           // tests that have not ended
	outputs                map[string]*output // by test; "" is that of no test
	printed                int                // bytes, before there is a trace
	traced                 bool
}

// output returns what a test has printed; "" is no test.
func (l *log) output(test string) string {
	if o := l.outputs[test]; o != nil {
		return o.String()
	}
	return ""
}

func (l *log) add(test, text string) {
	if l.outputs[test] == nil {
		l.outputs[test] = new(output)
	}
	l.outputs[test].add(text)
	l.traced = l.traced || traceBegins.MatchString(text)
	if !l.traced {
		l.printed += len(text)
	}
}

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
			l = &log{outputs: make(map[string]*output)}
			logs[folder] = l
		}
		switch {
		case e.Action == "output":
			l.add(e.Test, e.Output)
		case e.Action == "run":
			l.running = append(l.running, e.Test)
		case e.Test != "" && (e.Action == "pass" || e.Action == "fail" || e.Action == "skip"):
			l.running = slices.DeleteFunc(l.running, func(test string) bool { return test == e.Test })
			if e.Action == "fail" {
				l.failed = append(l.failed, e.Test)
			} else {
				l.through = append(l.through, e.Test)
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
