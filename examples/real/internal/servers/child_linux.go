package servers

import (
	"os/exec"
	"syscall"
)

// diesWithParent has the kernel kill the child when a test is killed before it
// could clean up.
func diesWithParent(cmd *exec.Cmd) {
	attributesOf(cmd).Pdeathsig = syscall.SIGKILL
}

func attributesOf(cmd *exec.Cmd) *syscall.SysProcAttr {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = new(syscall.SysProcAttr)
	}
	return cmd.SysProcAttr
}
