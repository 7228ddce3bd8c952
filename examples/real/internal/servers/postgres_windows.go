package servers

import "os/exec"

func asPostgres(cmd *exec.Cmd) *exec.Cmd { return cmd }

func givePostgres(string) error { return nil }
