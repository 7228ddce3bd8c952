package servers

import (
	"context"
	"fmt"
	"net/http"
	"os/exec"
	"path/filepath"

	"example.com/fencing/examples/real/internal/loopback"
)

// Etcd starts etcd on free ports. Address is the URL for its clients.
// ETCD_ENDPOINTS names those that run already, with commas between.
func Etcd() (*Server, error) {
	const system = "etcd"
	if s, ok := foreign(system, "ETCD_ENDPOINTS"); ok {
		return s, nil
	}
	bin, err := exec.LookPath("etcd")
	if err != nil {
		return nil, &AbsentError{system, "apt-get install etcd-server, or set ETCD_ENDPOINTS to those that run"}
	}
	s, err := newServer(system)
	if err != nil {
		return nil, err
	}
	clients, err := loopback.FreePort()
	if err != nil {
		return nil, err
	}
	peers, err := loopback.FreePort()
	if err != nil {
		return nil, err
	}
	s.Address = fmt.Sprint("http://127.0.0.1:", clients)
	peerURL := fmt.Sprint("http://127.0.0.1:", peers)
	s.command = func() *exec.Cmd {
		return exec.Command(bin, "--name", "fencing", "--data-dir", filepath.Join(s.dir, "data"),
			"--heartbeat-interval", "10", "--election-timeout", "100",
			"--listen-client-urls", s.Address, "--advertise-client-urls", s.Address,
			"--listen-peer-urls", peerURL, "--initial-advertise-peer-urls", peerURL, "--initial-cluster", "fencing="+peerURL)
	}
	s.ready = func(ctx context.Context) error { return healthy(ctx, s.Address+"/health") }
	return s.launch()
}

// healthy asks for a page and is content with any answer that is not an error of
// the server's.
func healthy(ctx context.Context, url string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode >= 500 {
		return fmt.Errorf("GET %s: %s", url, answer.Status)
	}
	return nil
}
