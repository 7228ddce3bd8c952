package servers

import (
	"context"
	"os/exec"
	"path/filepath"
)

// Redis starts Redis on a unix socket. Address is the socket's path. Every write
// is appended to a file and synced before it is acknowledged, unless forgetful:
// then a restart finds nothing. REDIS_URL names one that runs already; it is not
// taken for a forgetful one, which is here to be restarted.
func Redis(forgetful bool) (*Server, error) {
	const system = "Redis"
	if s, ok := foreign(system, "REDIS_URL"); ok && !forgetful {
		return s, nil
	}
	bin, err := exec.LookPath("redis-server")
	if err != nil {
		return nil, &AbsentError{system, "apt-get install redis-server, or set REDIS_URL to one that runs"}
	}
	s, err := newServer(system)
	if err != nil {
		return nil, err
	}
	s.Address = filepath.Join(s.dir, "redis")
	args := []string{"--port", "0", "--unixsocket", s.Address, "--dir", s.dir, "--save", ""}
	if !forgetful {
		args = append(args, "--appendonly", "yes", "--appendfsync", "always")
	}
	s.command = func() *exec.Cmd { return exec.Command(bin, args...) }
	s.ready = func(ctx context.Context) error { return ask(ctx, "unix", s.Address, "PING\r\n", "+PONG") }
	return s.launch()
}
