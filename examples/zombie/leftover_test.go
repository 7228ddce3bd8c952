//go:build unix

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A program is the whole command in a process of its own, with -v, so that it
// names its children.
type program struct {
	*exec.Cmd
	t      *testing.T
	temp   string // its folder for temporary files
	pipe   io.Closer
	stdout *bufio.Scanner // of the pipe
	stderr strings.Builder
	told   []string
}

func startProgram(t *testing.T, args ...string) *program {
	t.Helper()
	return startCommand(t, exec.Command(os.Args[0], append(args, "-v")...))
}

func startCommand(t *testing.T, command *exec.Cmd) *program {
	t.Helper()
	p := &program{t: t, temp: t.TempDir(), Cmd: command}
	p.Env = append(os.Environ(), mainVariable+"=1", "TMPDIR="+p.temp)
	p.Cmd.Stderr = &p.stderr
	out, err := p.StdoutPipe()
	require.NoError(t, err)
	p.pipe, p.stdout = out, bufio.NewScanner(out)
	require.NoError(t, p.Start())
	timer := time.AfterFunc(2*time.Minute, func() { p.Process.Kill() })
	t.Cleanup(func() { timer.Stop(); p.Process.Kill() })
	return p
}

// until reads what the program tells, up to a line that matches.
func (p *program) until(pattern string) {
	p.t.Helper()
	wanted := regexp.MustCompile(pattern)
	for p.stdout.Scan() {
		p.told = append(p.told, p.stdout.Text())
		if wanted.MatchString(p.stdout.Text()) {
			return
		}
	}
	p.Wait() // so that all of stderr is there
	require.Fail(p.t, "it never tells "+pattern, strings.Join(p.told, "\n")+p.stderr.String())
}

// ends reads the rest and returns the exit status, -1 after a signal.
func (p *program) ends() int {
	for p.stdout.Scan() {
		p.told = append(p.told, p.stdout.Text())
	}
	p.Wait()
	return p.ProcessState.ExitCode()
}

// children returns the processes that the program has named so far.
func (p *program) children() (pids []int) {
	for _, match := range regexp.MustCompile(`process (\d+)`).FindAllStringSubmatch(strings.Join(p.told, "\n"), -1) {
		pid, _ := strconv.Atoi(match[1])
		if !slices.Contains(pids, pid) {
			pids = append(pids, pid)
		}
	}
	return pids
}

// running reports whether there is such a process. One that has ended, and whose
// new parent has not asked for its status, runs no more.
func running(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil || !strings.Contains(string(stat), ") Z ")
}

// relatives returns the processes that share the program's folder for temporary
// files, named or not. Only Linux tells.
func (p *program) relatives() (found []string) {
	environments, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, name := range environments {
		environment, err := os.ReadFile(name)
		if err == nil && bytes.Contains(environment, []byte("TMPDIR="+p.temp+"\x00")) {
			found = append(found, name)
		}
	}
	return found
}

func (p *program) leavesNothing(atLeast int) {
	p.t.Helper()
	assert.Eventually(p.t, func() bool { return len(p.relatives()) == 0 }, 20*time.Second, 10*time.Millisecond, "%q", p.relatives())
	pids := p.children()
	assert.GreaterOrEqual(p.t, len(pids), atLeast)
	for _, pid := range pids {
		// The program has reaped its children before it ended. If it was
		// killed, the system ends them soon after.
		assert.Eventually(p.t, func() bool { return !running(pid) }, 20*time.Second, time.Millisecond, "process %d", pid)
	}
}

func (p *program) leavesNoFile() {
	p.t.Helper()
	files, err := filepath.Glob(filepath.Join(p.temp, "*"))
	require.NoError(p.t, err)
	assert.Empty(p.t, files)
}

// The moments at which a run is disturbed: a line after which it happens.
var moments = map[string]struct {
	args     []string
	line     string
	children int // that it has named by then
	signals  []syscall.Signal
}{
	"a client is frozen":        {[]string{"-pause=1h"}, `stands still`, 2, []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP}},
	"a packet is held back":     {[]string{"-pause=1h", "-scenario=delayed"}, `client2 data`, 2, []syscall.Signal{syscall.SIGINT}},
	"many are frozen":           {[]string{"-n=100000", "-ttl=100ms"}, `^  · run 3:`, 0, []syscall.Signal{syscall.SIGINT}},
	"a storage is being killed": {[]string{"-kill", "-n=100000"}, `^  · kill 3:`, 3, []syscall.Signal{syscall.SIGINT}},
}

func TestASignalLeavesNothingBehind(t *testing.T) {
	for name, moment := range moments {
		for _, signal := range moment.signals {
			t.Run(name+", "+signal.String(), func(t *testing.T) {
				t.Parallel()
				p := startProgram(t, moment.args...)
				p.until(moment.line)
				if runtime.GOOS == "linux" {
					require.Greater(t, len(p.relatives()), 1, "the program and its children")
				}
				require.NoError(t, p.Process.Signal(signal))
				assert.Equal(t, 1, p.ends())
				assert.Equal(t, "zombie: interrupted; no process is left behind\n", p.stderr.String())
				p.leavesNothing(moment.children)
				p.leavesNoFile()
			})
		}
	}
}

func TestAKilledParentLeavesNoProcessBehind(t *testing.T) {
	for name, moment := range moments {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := startProgram(t, moment.args...)
			p.until(moment.line)
			require.NoError(t, p.Process.Kill())
			assert.Equal(t, -1, p.ends())
			p.leavesNothing(moment.children)
		})
	}
}

func TestAKilledChildEndsTheRun(t *testing.T) {
	for name, want := range map[string]string{
		"client1": "zombie: waking client1: os: process already finished\n",
		"client2": "zombie: client2 ended with signal killed\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := startProgram(t, "-fencing=on", "-ttl=2s")
			p.until("stands still")
			match := regexp.MustCompile(name + ` is process (\d+)`).FindStringSubmatch(strings.Join(p.told, "\n"))
			require.NotNil(t, match)
			pid, err := strconv.Atoi(match[1])
			require.NoError(t, err)
			require.NoError(t, syscall.Kill(pid, syscall.SIGKILL))
			assert.Equal(t, 1, p.ends())
			assert.Equal(t, want, p.stderr.String())
			p.leavesNothing(2)
		})
	}
}

func TestWhenNobodyReadsItEnds(t *testing.T) {
	for name, moment := range moments {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args := moment.args
			if slices.Contains(args, "-pause=1h") {
				args = append(slices.Clone(args), "-pause=2s") // what comes then, nobody reads
			}
			p := startProgram(t, args...)
			p.until(moment.line)
			require.NoError(t, p.pipe.Close())
			p.Wait()
			assert.Equal(t, 1, p.ProcessState.ExitCode())
			assert.Contains(t, p.stderr.String(), "zombie: telling the story: ")
			assert.Contains(t, p.stderr.String(), "broken pipe\n")
			p.leavesNothing(moment.children)
			p.leavesNoFile()
		})
	}
}

// No port can be taken already, since the system chooses them. But a system can
// have no more to give, and so can a limit. With each limit the run ends in time,
// well or with one line that says what was missing.
func TestWhenTheSystemHasNoMoreToGive(t *testing.T) {
	for _, args := range []string{"-fencing=on -ttl=100ms -v", "-kill -n=2 -v"} {
		for files := 10; files < 30; files += 8 {
			t.Run(fmt.Sprintf("%s, %d files", args, files), func(t *testing.T) {
				t.Parallel()
				p := startCommand(t, exec.Command("/bin/sh", "-c", fmt.Sprintf(`ulimit -n %d && exec "$0" %s`, files, args), os.Args[0]))
				if status := p.ends(); status == 0 {
					assert.Empty(t, p.stderr.String())
				} else {
					assert.Equal(t, 1, status)
					assert.Contains(t, p.stderr.String(), "zombie: ")
					// A service that can accept no connection tries again,
					// and its clients wait.
					assert.Regexp(t, "too many open files|that takes longer than 30", p.stderr.String())
				}
				p.leavesNothing(0)
				p.leavesNoFile()
			})
		}
	}
}
