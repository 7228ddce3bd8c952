package main

import (
	"bufio"
	"context"
	"fmt"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"syscall"
)

// A server is a present that serves the checkout, with Run buttons.
type server struct {
	url  string
	stop func()

	mu  sync.Mutex
	log strings.Builder
}

var addressLine = regexp.MustCompile(`visit (http://\S+)`)

// startPresent starts what go tool present starts, but not through the go
// command, which would not take its child along when it is stopped.
func startPresent(ctx context.Context) (*server, error) {
	tool := exec.CommandContext(ctx, "go", "tool", "-n", "present")
	tool.Dir = root
	path, err := tool.Output()
	if err != nil {
		return nil, fmt.Errorf("go tool -n present: %w", err)
	}
	cmd := exec.CommandContext(ctx, strings.TrimSpace(string(path)), "-http=127.0.0.1:0")
	cmd.Dir = root
	stderr, err := cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	// A program that Run has started may still be there when present is stopped.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	s := &server{stop: func() {
		cmd.Cancel()
		cmd.Wait()
	}}
	address := make(chan string, 1)
	go func() {
		defer close(address)
		for lines := bufio.NewScanner(stderr); lines.Scan(); {
			if match := addressLine.FindStringSubmatch(lines.Text()); match != nil {
				address <- match[1]
			}
			s.mu.Lock()
			fmt.Fprintln(&s.log, lines.Text())
			s.mu.Unlock()
		}
	}()
	var ok bool
	if s.url, ok = <-address; !ok { // it has ended, or ctx has
		s.stop()
		return nil, fmt.Errorf("present did not start:\n%s", s.said())
	}
	return s, nil
}

// said returns what present has logged.
func (s *server) said() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.log.String()
}
