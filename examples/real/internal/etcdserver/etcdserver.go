// Package etcdserver runs etcd inside this process, so that the examples need
// nothing installed. It is apart from package servers because embedded etcd is a
// large thing to compile.
package etcdserver

import (
	"fmt"
	"net/url"
	"os"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/server/v3/embed"
	"go.uber.org/zap"

	"example.com/fencing/examples/real/internal/loopback"
)

// patience is how long the server may take to start: much longer than it does.
const patience = 60 * time.Second

// A Server is one etcd member on ports of the loopback interface, with its data
// in a folder of its own.
type Server struct {
	Address string // for clients: "http://127.0.0.1:12345"

	config *embed.Config
	etcd   *embed.Etcd // nil while it does not run
}

// Start starts a server on an empty folder and returns once it answers. It ticks
// ten times as fast as by default; else it would round a TTL of 1 second up to 2.
func Start() (*Server, error) {
	dir, err := os.MkdirTemp("", "fence")
	if err != nil {
		return nil, err
	}
	clients, peers, err := freeURLs()
	if err != nil {
		return nil, err
	}
	config := embed.NewConfig()
	config.Dir = dir
	config.TickMs, config.ElectionMs = 10, 100
	config.ZapLoggerBuilder = embed.NewZapLoggerBuilder(zap.NewNop())
	config.ListenClientUrls, config.AdvertiseClientUrls = clients, clients
	config.ListenPeerUrls, config.AdvertisePeerUrls = peers, peers
	config.InitialCluster = config.InitialClusterFromName(config.Name)
	s := &Server{Address: clients[0].String(), config: config}
	if err := s.start(); err != nil {
		s.Stop()
		return nil, err
	}
	return s, nil
}

// Client returns a new client of the server.
func (s *Server) Client() (*clientv3.Client, error) { return Dial(s.Address) }

// Dial returns a client of whichever server is at these addresses.
func Dial(addresses ...string) (*clientv3.Client, error) {
	return clientv3.New(clientv3.Config{Endpoints: addresses, DialTimeout: patience, Logger: zap.NewNop()})
}

// Restart closes the server and starts it again on the same data and address.
// One that shares our process can't be killed: for that, see [servers.Etcd].
//
// [servers.Etcd]: https://pkg.go.dev/example.com/fencing/examples/real/internal/servers#Etcd
func (s *Server) Restart() error {
	s.close()
	return s.start()
}

// Stop closes the server and removes its data.
func (s *Server) Stop() error {
	s.close()
	return os.RemoveAll(s.config.Dir)
}

func (s *Server) start() error {
	etcd, err := embed.StartEtcd(s.config)
	if err != nil {
		return fmt.Errorf("starting etcd in this process: %w", err)
	}
	s.etcd = etcd
	select {
	case <-etcd.Server.ReadyNotify():
		return nil
	case err := <-etcd.Err():
		return fmt.Errorf("etcd in this process: %w", err)
	case <-time.After(patience):
		return fmt.Errorf("etcd in this process does not answer after %v", patience)
	}
}

func (s *Server) close() {
	if s.etcd != nil {
		s.etcd.Close()
		s.etcd = nil
	}
}

// freeURLs returns two addresses that nobody listens on.
func freeURLs() (clients, peers []url.URL, err error) {
	var urls []url.URL
	for range 2 {
		port, err := loopback.FreePort()
		if err != nil {
			return nil, nil, err
		}
		urls = append(urls, url.URL{Scheme: "http", Host: fmt.Sprint("127.0.0.1:", port)})
	}
	return urls[:1], urls[1:], nil
}
