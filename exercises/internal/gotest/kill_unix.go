//go:build unix

package gotest

import (
	"os/exec"
	"syscall"
)

// alone makes a command and all that it starts one group, so that both can be
// ended: go test leaves the tests running when it is ended alone.
func alone(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

// interrupt lets go test tidy up; the tests end.
func interrupt(cmd *exec.Cmd) error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGINT) }

// sweep ends what has not listened.
func sweep(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
