package gotest

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const testOf = `
import "testing"

func TestFirst(t *testing.T) { Write() }

func TestSecond(t *testing.T) {
	t.Run("part", func(t *testing.T) {
		if Write() != 34 {
			t.Fatalf("a story:\n1. write\n=> the reason")
		}
	})
}

func TestThird(t *testing.T) {
	if Write() != 34 {
		t.Error("third")
	}
}
`

// What a student may have written, and what becomes of it, each without harm to
// the others.
var attempts = map[string]struct {
	source string
	want   Verdict
}{
	"01_done": {"package done\n\nfunc Write() int { return 34 }\n", Verdict{State: Done}},
	"02_fails": {"package fails\n\nfunc Write() int { return 33 }\n", Verdict{
		State: Fails, Why: "the reason", Test: "TestSecond/part", Story: "a story:\n1. write\n=> the reason", Others: []string{"TestThird"},
	}},
	"03_typo": {"package typo\n\nfunc Write() int { return nobody }\n", Verdict{
		State: DoesNotCompile, Why: "typo.go:3:27: undefined: nobody", Story: "exercises/03_typo/typo.go:3:27: undefined: nobody",
	}},
	"04_syntax":  {"package syntax\n\nfunc Write( int { return 34 }\n", Verdict{State: DoesNotCompile}},
	"05_package": {"package other\n\nfunc Write() int { return 34 }\n", Verdict{State: DoesNotCompile}},
	"06_import":  {"package imports\n\nimport \"nowhere\"\n\nfunc Write() int { return nowhere.X }\n", Verdict{State: DoesNotCompile}},
	"07_vet": {"package vet\n\nimport \"fmt\"\n\nfunc Write() int { fmt.Printf(\"%d\\n\", \"33\"); return 34 }\n", Verdict{
		State: DoesNotVet,
		Why:   `vet.go:5:32: fmt.Printf format %d has arg "33" of wrong type string`,
		Story: `exercises/07_vet/vet.go:5:32: fmt.Printf format %d has arg "33" of wrong type string`,
	}},
	"08_panic": {"package panics\n\nfunc Write() int {\n\tvar marks map[string]int\n\tmarks[\"key\"] = 34\n\treturn 34\n}\n", Verdict{
		State: Panics, Why: "panic: assignment to entry in nil map (panic.go:5)", Test: "TestFirst",
	}},
	"09_empty":   {"", Verdict{State: DoesNotCompile, Why: "empty.go:1:1: expected 'package', found 'EOF'", Story: "exercises/09_empty/empty.go:1:1: expected 'package', found 'EOF'"}},
	"10_exits":   {"package exits\n\nimport \"os\"\n\nfunc Write() int { os.Exit(3); return 34 }\n", Verdict{State: Fails, Why: "the whole program ended during TestFirst: os.Exit or log.Fatal?", Test: "TestFirst"}},
	"11_goexit":  {"package goexit\n\nimport \"runtime\"\n\nfunc Write() int { runtime.Goexit(); return 34 }\n", Verdict{State: Panics}},
	"13_quits":   {"package quits\n\nimport \"os\"\n\nfunc init() { os.Exit(0) }\n\nfunc Write() int { return 34 }\n", Verdict{State: Fails, Why: nothingRan}},
	"14_selects": {"package selects\n\nimport \"os\"\n\nfunc init() { os.Args = append(os.Args, \"-test.run=XXX\") }\n\nfunc Write() int { return 34 }\n", Verdict{State: Fails, Why: nothingRan}},
	"15_recurs":  {"package recurs\n\nfunc Write() int { return 1 + Write() }\n", Verdict{State: Panics, Why: "fatal error: stack overflow (recurs.go:3)", Test: "TestFirst"}},
	"12_fatally": {"package fatally\n\nimport \"sync\"\n\nfunc Write() int { var mu sync.Mutex; mu.Unlock(); return 34 }\n", Verdict{State: Panics, Why: "fatal error: sync: unlock of unlocked mutex (fatally.go:5)", Test: "TestFirst"}},
}

func TestRun(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a dozen packages: not with -short")
	}
	dir := t.TempDir()
	t.Setenv("GOWORK", "off")
	t.Setenv("GOFLAGS", "")
	write := func(name, content string) {
		name = filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o700))
		require.NoError(t, os.WriteFile(name, []byte(content), 0o600))
	}
	write("go.mod", "module example.org/exercises\n\ngo 1.25.0\n")
	var folders []string
	for folder, attempt := range attempts {
		name := folder[3:]
		folders = append(folders, folder)
		clause := map[string]string{"05_package": "package_", "06_import": "imports", "08_panic": "panics"}[folder]
		if clause == "" {
			clause = name
		}
		write(folder+"/"+name+".go", attempt.source)
		write(folder+"/"+name+"_test.go", "package "+clause+"\n"+testOf)
	}
	var mu sync.Mutex
	through := 0
	verdicts, err := Run(context.Background(), dir, folders, func(string) {
		mu.Lock()
		defer mu.Unlock()
		through++
	})
	require.NoError(t, err)
	assert.Equal(t, len(attempts), through, "progress is called for each")
	for folder, attempt := range attempts {
		t.Run(folder, func(t *testing.T) {
			got := verdicts[folder]
			t.Logf("%s: %s", got.State, got.Why)
			if attempt.want.Why == "" && got.State != Done { // the go command's words, and any will do
				assert.NotEmpty(t, got.Why)
				got.Why = ""
			}
			if attempt.want.Story == "" {
				got.Story = ""
			}
			if attempt.want.Test == "" {
				got.Test = ""
			}
			if attempt.want.Others == nil {
				got.Others = nil
			}
			assert.Empty(t, cmp.Diff(attempt.want, got), "-want +got")
		})
	}
}

func TestRunThatCannotBegin(t *testing.T) {
	_, err := Run(context.Background(), filepath.Join(t.TempDir(), "nowhere"), []string{"01_fence"}, nil)
	assert.ErrorContains(t, err, "the tests cannot be run")

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = Run(ctx, t.TempDir(), []string{"01_fence"}, nil)
	assert.ErrorIs(t, err, context.Canceled)
}

// The tests themselves end as well, not only the go command.
func TestRunIsEndedAtOnce(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("GOWORK", "off")
	began := filepath.Join(dir, "began")
	for name, content := range map[string]string{
		"go.mod":              "module example.org/exercises\n\ngo 1.25.0\n",
		"01_loop/loop.go":     "package loop\n\nimport \"os\"\n\nfunc Write() int {\n\t_ = os.WriteFile(`" + began + "`, nil, 0o600)\n\tfor {\n\t}\n}\n",
		"01_loop/one_test.go": "package loop\n" + testOf,
	} {
		name = filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o700))
		require.NoError(t, os.WriteFile(name, []byte(content), 0o600))
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	over := make(chan error, 1)
	go func() {
		_, err := Run(ctx, dir, []string{"01_loop"}, nil)
		over <- err
	}()
	require.Eventually(t, func() bool { _, err := os.Stat(began); return err == nil }, 25*time.Second, 20*time.Millisecond)
	cancel()
	select {
	case err := <-over:
		assert.ErrorIs(t, err, context.Canceled)
	case <-time.After(10 * time.Second):
		t.Error("it goes on")
	}
}
