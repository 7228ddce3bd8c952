package servers

import (
	"fmt"
	"os"
	"os/exec"
	"time"
)

// A child is one run of a server's process.
type child struct {
	cmd  *exec.Cmd
	log  string
	done chan struct{} // closed once the process has been waited for
}

func startChild(cmd *exec.Cmd, log string) (*child, error) {
	out, err := os.OpenFile(log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	defer out.Close()
	cmd.Stdout, cmd.Stderr = out, out
	diesWithParent(cmd)
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	c := &child{cmd: cmd, log: log, done: make(chan struct{})}
	go func() {
		_ = cmd.Wait() // how it ended is in its log; we ended it, mostly
		close(c.done)
	}()
	return c, nil
}

// gone reports whether the process has ended.
func (c *child) gone() bool {
	select {
	case <-c.done:
		return true
	default:
		return false
	}
}

func (c *child) kill() error {
	if err := c.cmd.Process.Kill(); err != nil && !c.gone() {
		return err
	}
	select {
	case <-c.done:
		return nil
	case <-time.After(patience):
		return fmt.Errorf("process %d has not ended %v after SIGKILL", c.cmd.Process.Pid, patience)
	}
}

// lastWords returns the end of the log.
func (c *child) lastWords() string {
	all, err := os.ReadFile(c.log)
	if err != nil {
		return err.Error()
	}
	return string(all[max(0, len(all)-2000):])
}
