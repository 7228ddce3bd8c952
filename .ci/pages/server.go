package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

const (
	pkgsite = "golang.org/x/pkgsite/cmd/pkgsite"
	version = "v0.6.0"

	// startLimit is for reading the module and the standard library: about
	// five seconds on two cores.
	startLimit = 2 * time.Minute
)

// server is a running pkgsite.
type server struct {
	url    string
	cancel context.CancelFunc
	ended  chan struct{} // closed when pkgsite has ended
	output bytes.Buffer  // to be read once it has ended
	dir    string        // holds the program
}

// startServer builds pkgsite apart from this module, so that go.mod does not
// change, and returns when it answers.
func startServer(ctx context.Context) (*server, error) {
	dir, err := os.MkdirTemp("", "pages")
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	s := &server{cancel: cancel, ended: make(chan struct{}), dir: dir}
	started := false
	defer func() {
		if !started {
			close(s.ended)
			s.stop()
		}
	}()

	install := exec.CommandContext(ctx, "go", "install", pkgsite+"@"+version)
	install.Env = append(os.Environ(), "GOWORK=off", "GOBIN="+dir)
	killWithChildren(install)
	if out, err := install.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go install %s@%s: %w\n%s", pkgsite, version, err, out)
	}

	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	s.url = "http://" + address

	// -list=false serves this module only: its dependencies are not our pages.
	cmd := exec.CommandContext(ctx, filepath.Join(dir, "pkgsite"), "-http="+address, "-list=false", ".")
	cmd.Env = goEnv()
	cmd.Stdout, cmd.Stderr = &s.output, &s.output
	killWithChildren(cmd)
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	started = true
	go func() {
		cmd.Wait() // it ends by being killed, or its output tells why
		close(s.ended)
	}()

	if err := s.await(ctx); err != nil {
		return nil, fmt.Errorf("%w\npkgsite said:\n%s", err, s.stop())
	}
	return s, nil
}

// killWithChildren gives a command a process group of its own, so that the go
// commands which it runs do not outlive it when it is killed.
func killWithChildren(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = 10 * time.Second
}

// await returns when the server answers, or an error if it does not.
func (s *server) await(ctx context.Context) error {
	ctx, cancel := context.WithTimeoutCause(ctx, startLimit, fmt.Errorf("no answer in %v", startLimit))
	defer cancel()
	again := time.NewTicker(100 * time.Millisecond)
	defer again.Stop()
	for {
		if answers(ctx, s.url) {
			return nil
		}
		select {
		case <-s.ended:
			return errors.New("pkgsite ended before it answered")
		case <-ctx.Done():
			return fmt.Errorf("waiting for pkgsite: %w", context.Cause(ctx))
		case <-again.C:
		}
	}
}

func answers(ctx context.Context, url string) bool {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return false
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return false
	}
	response.Body.Close()
	return response.StatusCode == http.StatusOK
}

// stop ends pkgsite and what it started, and returns what it printed.
// It may be called more than once.
func (s *server) stop() string {
	s.cancel()
	<-s.ended
	os.RemoveAll(s.dir)
	return s.output.String()
}

// freeAddress asks the system for a port that nobody listens on.
func freeAddress() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer listener.Close()
	return listener.Addr().String(), nil
}
