package process

import "syscall"

// attributes puts the child into a group of its own, so that Ctrl-C reaches the
// parent alone, which then ends the child. If the parent is killed and can't,
// the child dies with it: a running one would notice that its input ends, but
// not a frozen one.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
