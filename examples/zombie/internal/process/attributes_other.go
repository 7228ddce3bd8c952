//go:build unix && !linux

package process

import "syscall"

// attributes puts the child into a group of its own, so that Ctrl-C reaches the
// parent alone, which then ends the child. If the parent is killed and can't,
// that group is orphaned, and POSIX wakes and hangs up the stopped processes of
// such a group: a frozen child dies of SIGHUP, a running one notices that its
// input ends.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true}
}
