//go:build unix

package servers

import (
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"syscall"
)

// asPostgres has cmd run as the user postgres if we are root.
func asPostgres(cmd *exec.Cmd) *exec.Cmd {
	if uid, gid, ok := postgresUser(); ok {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
	}
	cmd.Dir = "/" // it may not enter the folder we are in
	return cmd
}

// givePostgres makes that user the owner of dir.
func givePostgres(dir string) error {
	if uid, gid, ok := postgresUser(); ok {
		return os.Chown(dir, uid, gid)
	}
	return nil
}

func postgresUser() (uid, gid int, ok bool) {
	if os.Getuid() != 0 {
		return 0, 0, false
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		return 0, 0, false
	}
	uid, err = strconv.Atoi(u.Uid)
	if err != nil {
		return 0, 0, false
	}
	gid, err = strconv.Atoi(u.Gid)
	return uid, gid, err == nil
}
