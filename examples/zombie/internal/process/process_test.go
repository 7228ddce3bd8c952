//go:build unix

package process

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const childVariable = "PROCESS_TEST_CHILD"

// TestMain is the child's main as well: it repeats each line that it hears, and
// does what some of them say.
func TestMain(m *testing.M) {
	what, isChild := os.LookupEnv(childVariable)
	if !isChild {
		os.Exit(m.Run())
	}
	fmt.Println("here", what)
	for scanner := bufio.NewScanner(os.Stdin); scanner.Scan(); {
		if what == "ends with 3" {
			os.Exit(3)
		}
		fmt.Println("heard")
	}
}

func child(t *testing.T, what string) (*Process, context.Context) {
	t.Helper()
	ctx, cancel := context.WithTimeoutCause(t.Context(), 20*time.Second, errors.New("too long"))
	t.Cleanup(cancel)
	p, err := Start("the child", childVariable+"="+what)
	require.NoError(t, err)
	t.Cleanup(p.End)
	line, err := p.Hear(ctx)
	require.NoError(t, err)
	require.Equal(t, "here "+what, line)
	return p, ctx
}

// exists reports whether there is a process of that number, which may have ended
// and not been reaped.
func exists(pid int) bool { return syscall.Kill(pid, 0) == nil }

func TestAFrozenChildHearsItsAnswerOnWaking(t *testing.T) {
	p, ctx := child(t, "listens")
	for range 50 {
		require.NoError(t, p.Freeze(ctx))
		require.NoError(t, p.Answer())
		require.NoError(t, p.Wake())
		line, err := p.Hear(ctx)
		require.NoError(t, err)
		require.Equal(t, "heard", line)
	}
}

func TestAFrozenChildSaysNothing(t *testing.T) {
	p, ctx := child(t, "listens")
	require.NoError(t, p.Freeze(ctx))
	require.NoError(t, p.Answer())
	short, cancel := context.WithTimeoutCause(ctx, 100*time.Millisecond, errors.New("no word in 100ms"))
	defer cancel()
	_, err := p.Hear(short)
	assert.EqualError(t, err, "waiting for a word from the child: no word in 100ms")
	assert.EqualError(t, p.Wait(short), "waiting for the end of the child: no word in 100ms")
}

func TestAFrozenChildCanBeEnded(t *testing.T) {
	p, ctx := child(t, "listens")
	require.NoError(t, p.Freeze(ctx))
	p.End()
	assert.False(t, exists(p.Pid()))
	p.End() // again, which is harmless
	_, err := p.Hear(ctx)
	assert.Equal(t, io.EOF, err)
	assert.EqualError(t, p.Wait(ctx), "the child ended with signal killed")
	assert.ErrorContains(t, p.Freeze(ctx), "freezing the child: ")
	assert.ErrorContains(t, p.Wake(), "waking the child: ")
	assert.ErrorContains(t, p.Answer(), "answering the child: ")
}

func TestAChildThatFailsSaysHow(t *testing.T) {
	p, ctx := child(t, "ends with 3")
	require.NoError(t, p.Answer())
	assert.EqualError(t, p.Wait(ctx), "the child ended with exit status 3")
}

// A run that kills a storage a thousand times would run out of files.
func TestEndedChildrenKeepNoFileOpen(t *testing.T) {
	open := func() int {
		files, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Skip("only Linux tells which files are open:", err)
		}
		return len(files)
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // it would close what is forgotten
	p, _ := child(t, "listens")                      // so that what is opened once is open
	p.End()
	before := open()
	for range 20 {
		p, _ := child(t, "listens")
		p.End()
	}
	assert.Eventually(t, func() bool { return open() < before+10 }, 20*time.Second, 10*time.Millisecond, "%d files before, %d now", before, open())
}

func TestAChildEndsWithItsInput(t *testing.T) {
	p, ctx := child(t, "listens")
	require.NoError(t, p.stdin.Close())
	assert.NoError(t, p.Wait(ctx))
}

func TestCtrlCIsForTheParentAlone(t *testing.T) {
	p, _ := child(t, "listens")
	group, err := syscall.Getpgid(p.Pid())
	require.NoError(t, err)
	assert.Equal(t, p.Pid(), group)
}

func TestAVoiceNobodyListensToIsNoHindrance(t *testing.T) {
	p, ctx := child(t, "listens")
	for range 10 {
		require.NoError(t, p.Answer())
	}
	require.NoError(t, p.stdin.Close())
	assert.NoError(t, p.Wait(ctx), "its lines fit into the pipe")
}

func TestAProgramThatCantStart(t *testing.T) {
	_, err := Start("the child", childVariable+"="+strings.Repeat("x", 4<<20))
	assert.ErrorContains(t, err, "start the child: fork/exec ")
}
