// Package natsserver runs a NATS server with JetStream inside the process, on files
// in a folder. It listens nowhere.
package natsserver

import (
	"fmt"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// patience is how long a server may take to start: much longer than it does, for
// the machine may be slow.
const patience = 60 * time.Second

// Start starts a server on what is in dir. To stop it, call its Shutdown and then
// WaitForShutdown.
func Start(dir string) (*server.Server, error) {
	s, err := server.NewServer(&server.Options{
		ServerName: "fencing",
		DontListen: true,
		JetStream:  true,
		StoreDir:   dir,
		NoSigs:     true,
		NoLog:      true,
	})
	if err != nil {
		return nil, fmt.Errorf("starting NATS: %w", err)
	}
	go s.Start()
	if !s.ReadyForConnections(patience) {
		s.Shutdown()
		return nil, fmt.Errorf("starting NATS: not ready after %v", patience)
	}
	return s, nil
}

// Connect opens a connection that does not leave the process.
func Connect(s *server.Server) (*nats.Conn, error) {
	return nats.Connect("", nats.InProcessServer(s))
}
