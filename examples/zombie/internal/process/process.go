//go:build unix

// Package process runs copies of the present program as children that can be
// frozen, and leaves none behind.
package process

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"syscall"
)

// A Process is a child. It talks in lines: it writes one, and waits for a line
// in return.
type Process struct {
	name    string
	pid     int
	process *os.Process
	stdin   io.WriteCloser
	lines   chan string   // what the child has written
	stopped chan struct{} // one for each stop that the system has reported
	ended   chan struct{} // closed once the child is reaped
	status  syscall.WaitStatus
}

// Start starts this program once more, with setting, "NAME=value", added to its
// environment, by which it knows that it is a child and what it has to do. The
// name is for messages. The child may inherit open files, from number 3 on.
//
// Whoever starts a child calls [Process.End].
func Start(name, setting string, files ...*os.File) (*Process, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("start %s, a copy of this program: %w", name, err)
	}
	cmd := exec.Command(program)
	cmd.Env = append(os.Environ(), setting)
	cmd.Stderr = os.Stderr
	cmd.ExtraFiles = files
	cmd.SysProcAttr = attributes()
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", name, err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("start %s: %w", name, err), stdin.Close())
	}
	if err := startFromOneThread(cmd); err != nil {
		return nil, fmt.Errorf("start %s: %w", name, err)
	}
	p := &Process{
		name:    name,
		pid:     cmd.Process.Pid,
		process: cmd.Process,
		stdin:   stdin,
		lines:   make(chan string),
		stopped: make(chan struct{}, 1),
		ended:   make(chan struct{}),
	}
	go p.watch()
	go p.read(stdout)
	return p, nil
}

// starts is served by one thread, which lives as long as the program: Linux
// kills a child not when its parent ends but when the thread does that started
// it, and Go may end a thread that it doesn't need any more.
var starts = sync.OnceValue(func() chan<- func() {
	calls := make(chan func())
	go func() {
		runtime.LockOSThread()
		for call := range calls {
			call()
		}
	}()
	return calls
})

func startFromOneThread(cmd *exec.Cmd) error {
	result := make(chan error)
	starts() <- func() { result <- cmd.Start() }
	return <-result
}

// watch learns from the system what becomes of the child. Cmd.Wait would not
// do: it does not hear of a stop.
func (p *Process) watch() {
	for {
		_, err := syscall.Wait4(p.pid, &p.status, syscall.WUNTRACED, nil)
		switch {
		case errors.Is(err, syscall.EINTR):
		case err == nil && p.status.Stopped():
			select {
			case p.stopped <- struct{}{}:
			default: // by somebody else, for whom nobody is waiting
			}
		default:
			close(p.ended)
			return
		}
	}
}

// read passes on the child's lines until it ends or its output does.
func (p *Process) read(stdout io.ReadCloser) {
	defer stdout.Close()
	defer close(p.lines)
	for scanner := bufio.NewScanner(stdout); scanner.Scan(); {
		select {
		case p.lines <- scanner.Text():
		case <-p.ended:
			return
		}
	}
}

// Pid returns the number of the process.
func (p *Process) Pid() int { return p.pid }

// Hear returns the next line that the child has written, or [io.EOF] after the
// last.
func (p *Process) Hear(ctx context.Context) (string, error) {
	select {
	case line, ok := <-p.lines:
		if !ok {
			return "", io.EOF
		}
		return line, nil
	case <-ctx.Done():
		return "", fmt.Errorf("waiting for a word from %s: %w", p.name, context.Cause(ctx))
	}
}

// Answer lets the child go on after a line that it has written. It does not
// wait until the child has read the answer: a frozen one reads it on waking.
func (p *Process) Answer() error {
	if _, err := io.WriteString(p.stdin, "\n"); err != nil {
		return fmt.Errorf("answering %s: %w", p.name, err)
	}
	return nil
}

// Freeze stops the child as SIGSTOP does, which no process can catch, and
// returns when the system has reported that it stands still.
func (p *Process) Freeze(ctx context.Context) error {
	if err := p.signal(syscall.SIGSTOP); err != nil {
		return fmt.Errorf("freezing %s: %w", p.name, err)
	}
	select {
	case <-p.stopped:
		return nil
	case <-p.ended:
		return fmt.Errorf("freezing %s: it ended instead, %s", p.name, p.ending())
	case <-ctx.Done():
		return fmt.Errorf("waiting for %s to stand still: %w", p.name, context.Cause(ctx))
	}
}

// Wake lets a frozen child run on where it stood.
func (p *Process) Wake() error {
	if err := p.signal(syscall.SIGCONT); err != nil {
		return fmt.Errorf("waking %s: %w", p.name, err)
	}
	return nil
}

// Wait waits for the child's own end, and returns an error if it reports a
// failure.
func (p *Process) Wait(ctx context.Context) error {
	select {
	case <-p.ended:
	case <-ctx.Done():
		return fmt.Errorf("waiting for the end of %s: %w", p.name, context.Cause(ctx))
	}
	if p.status.ExitStatus() != 0 {
		return fmt.Errorf("%s ended with %s", p.name, p.ending())
	}
	return nil
}

// End kills the child, frozen or not, if it has not ended yet, and returns when
// it is reaped. SIGKILL needs no SIGCONT to act.
func (p *Process) End() {
	_ = p.signal(syscall.SIGKILL) // an error means that it has ended
	<-p.ended
	_ = p.stdin.Close() // what is still in it, nobody can read any more
	// Linux gives an open file for each child, which Cmd.Wait would close.
	_ = p.process.Release()
}

// signal reaches the child or nobody. Once it is reaped, the system may give its
// number to a process of somebody else.
func (p *Process) signal(s syscall.Signal) error {
	select {
	case <-p.ended:
		return os.ErrProcessDone
	default:
		return p.process.Signal(s)
	}
}

func (p *Process) ending() string {
	if p.status.Signaled() {
		return "signal " + p.status.Signal().String()
	}
	return fmt.Sprintf("exit status %d", p.status.ExitStatus())
}
