package servers

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"example.com/fencing/examples/real/internal/loopback"
)

// The keys of a [Versitygw].
const (
	S3Access = "fencing"
	S3Secret = "fencing-secret"
)

// Versitygw starts versitygw, an S3 server that keeps objects as files, on a free
// port. Address is its URL; S3Access and S3Secret are its keys. S3_ENDPOINT
// names an S3 server that runs already, with its keys in AWS_ACCESS_KEY_ID and
// AWS_SECRET_ACCESS_KEY.
func Versitygw() (*Server, error) {
	const system = "an S3 server"
	if s, ok := foreign(system, "S3_ENDPOINT"); ok {
		return s, nil
	}
	bin, err := exec.LookPath("versitygw")
	if err != nil {
		return nil, &AbsentError{system, "go install github.com/versity/versitygw/cmd/versitygw@v1.8.0 and have $(go env GOPATH)/bin on the PATH, or set S3_ENDPOINT to one that runs"}
	}
	s, err := newServer(system)
	if err != nil {
		return nil, err
	}
	port, err := loopback.FreePort()
	if err != nil {
		return nil, err
	}
	s.Address = fmt.Sprint("http://127.0.0.1:", port)
	data := filepath.Join(s.dir, "data")
	if err := os.Mkdir(data, 0o755); err != nil {
		return nil, err
	}
	s.command = func() *exec.Cmd {
		return exec.Command(bin, "--access", S3Access, "--secret", S3Secret, "--port", fmt.Sprint("127.0.0.1:", port), "posix", data)
	}
	s.ready = func(ctx context.Context) error { return healthy(ctx, s.Address) }
	return s.launch()
}
