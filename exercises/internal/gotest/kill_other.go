//go:build !unix

package gotest

import (
	"os/exec"
	"strconv"
)

func alone(*exec.Cmd) {}

// interrupt ends a command and all that it has started: go test leaves the
// tests running when it is ended alone.
func interrupt(cmd *exec.Cmd) error {
	if exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(cmd.Process.Pid)).Run() == nil {
		return nil
	}
	return cmd.Process.Kill()
}

func sweep(*exec.Cmd) {}
