// Package servers starts the real servers that the examples talk to, each as a
// child process on a unix socket or a free port of the loopback interface, with
// its data in a folder of its own. Nothing has to be configured, and nothing that
// runs on the machine already is touched.
//
// A server can be killed with SIGKILL and started again on the same data: that is
// the restart that matters to a fence.
package servers

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// patience is how long a server may take to start: much longer than it does, for
// the machine may be slow, and short enough that nobody takes it for a hang.
const patience = 60 * time.Second

// An AbsentError says that a server is not installed here, and how to enable it.
type AbsentError struct {
	System string // "PostgreSQL"
	Enable string // "apt-get install postgresql, or set POSTGRES_URL to one that runs"
}

func (e *AbsentError) Error() string {
	return fmt.Sprintf("%s is not here; to enable it: %s", e.System, e.Enable)
}

// A Server is a child process, or somebody else's server that was named by an
// environment variable and can't be restarted from here.
type Server struct {
	Address string // what its client library asks for

	system  string
	dir     string // its data, its sockets and its log
	command func() *exec.Cmd
	ready   func(context.Context) error // asked until it returns nil
	child   *child                      // nil while it does not run
}

// Foreign reports whether the server is somebody else's.
func (s *Server) Foreign() bool { return s.command == nil }

// foreign returns the server that the environment variable names, if it does.
func foreign(system, variable string) (*Server, bool) {
	address := os.Getenv(variable)
	return &Server{Address: address, system: system}, address != ""
}

// newServer makes the folder of a server that is about to be started.
func newServer(system string) (*Server, error) {
	dir, err := os.MkdirTemp("", "fence") // short: a socket's path has 100 characters
	return &Server{system: system, dir: dir}, err
}

// launch starts a new server, and cleans up if it does not come up.
func (s *Server) launch() (*Server, error) {
	if err := s.Start(); err != nil {
		return nil, errors.Join(err, s.Stop())
	}
	return s, nil
}

// Start starts the server, on the data that it had before, and returns once it
// answers.
func (s *Server) Start() error {
	if s.Foreign() {
		return fmt.Errorf("%s at %s is not ours to start", s.system, s.Address)
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for {
		if s.child == nil || s.child.gone() {
			// Started anew as often as it ends: what a killed server
			// left behind may stand in the way for a moment.
			child, err := startChild(s.command(), filepath.Join(s.dir, "log"))
			if err != nil {
				return fmt.Errorf("starting %s: %w", s.system, err)
			}
			s.child = child
		}
		err := s.ready(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%s does not answer after %v: %w\n%s", s.system, patience, err, s.child.lastWords())
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// Kill ends the server as a power failure would: with SIGKILL, and nothing is
// written on the way. Killing one that does not run is no error.
func (s *Server) Kill() error {
	if s.Foreign() {
		return fmt.Errorf("%s at %s is not ours to kill", s.system, s.Address)
	}
	if s.child == nil {
		return nil
	}
	child := s.child
	s.child = nil
	return child.kill()
}

// Restart kills the server and starts it again on the same data and address.
func (s *Server) Restart() error {
	if err := s.Kill(); err != nil {
		return err
	}
	return s.Start()
}

// Stop kills the server and removes its data. One that is somebody else's is left
// alone.
func (s *Server) Stop() error {
	if s.Foreign() {
		return nil
	}
	return errors.Join(s.Kill(), os.RemoveAll(s.dir))
}

// ask sends a line to a server and reports whether the answer begins as wanted.
func ask(ctx context.Context, network, address, line, want string) error {
	var d net.Dialer
	conn, err := d.DialContext(ctx, network, address)
	if err != nil {
		return err
	}
	defer conn.Close()
	deadline := time.Now().Add(time.Second)
	if err := conn.SetDeadline(deadline); err != nil {
		return err
	}
	if _, err := conn.Write([]byte(line)); err != nil {
		return err
	}
	answer := make([]byte, 256)
	n, err := conn.Read(answer)
	if err != nil {
		return err
	}
	if got := string(answer[:n]); len(got) < len(want) || got[:len(want)] != want {
		return fmt.Errorf("it says %q, and is ready when it says %q", got, want)
	}
	return nil
}
