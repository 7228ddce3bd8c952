package systems

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"

	"github.com/go-zookeeper/zk"

	"example.com/fencing/examples/real/internal/roundtrips"
	"example.com/fencing/examples/real/internal/servers"
	"example.com/fencing/examples/real/zookeeper"
)

const (
	zooSession = time.Minute      // with a heartbeat every 20 seconds, which would be counted
	zooLongest = 30 * time.Second // of a lease, under what servers allow by default
)

func openZooKeeper(ctx context.Context, s *System) error {
	if err := s.start(servers.ZooKeeper); err != nil {
		return err
	}
	counter := new(roundtrips.Counter)
	session := func(timeout time.Duration) (*zk.Conn, <-chan zk.Event, error) {
		return zk.Connect(strings.Split(s.Server.Address, ","), timeout, zk.WithLogger(quiet{}),
			zk.WithMaxBufferSize(1<<20), zk.WithMaxConnBufferSize(1<<20),
			zk.WithDialer(func(network, address string, timeout time.Duration) (net.Conn, error) {
				conn, err := DialZooKeeper(network, address, timeout)
				if err != nil {
					return nil, err
				}
				return counter.Conn(conn), nil
			}))
	}
	conn, events, err := session(zooSession)
	if err != nil {
		return err
	}
	s.onClose(func() error { conn.Close(); return nil })
	for conn.State() != zk.StateHasSession { // before, calls may fail
		select {
		case <-events:
		case <-ctx.Done():
			return fmt.Errorf("no session with ZooKeeper at %s: %w", s.Server.Address, ctx.Err())
		}
	}
	root := "/" + unique()
	plain := plainZooKeeper{conn, root + "/plain"}
	for _, path := range []string{root, plain.root} {
		if _, err := conn.Create(path, nil, 0, zk.WorldACL(zk.PermAll)); err != nil {
			return err
		}
	}
	if s.foreign() {
		s.onClose(func() error { return removeNodes(conn, root) })
	}
	s.Another = func() (Client, error) {
		return Client{
			Locks: zookeeper.NewLocks(conn, root+"/locks", session, zooLongest),
			Store: zookeeper.NewStore(conn, root+"/fenced"),
			Plain: plain,
		}, nil
	}
	s.RoundTrips = counter.Of
	return nil
}

// removeNodes removes a node and all below it.
func removeNodes(conn *zk.Conn, path string) error {
	children, _, err := conn.Children(path)
	if err != nil {
		return err
	}
	for _, child := range children {
		if err := removeNodes(conn, path+"/"+child); err != nil {
			return err
		}
	}
	return conn.Delete(path, -1)
}

// quiet is a logger that says nothing of connections that come and go.
type quiet struct{}

func (quiet) Printf(string, ...any) {}

// plainZooKeeper keeps each key in a node, and replaces it whatever its version is.
type plainZooKeeper struct {
	conn *zk.Conn
	root string
}

func (p plainZooKeeper) Write(_ context.Context, key string, data []byte) error {
	_, err := p.conn.Set(p.root+"/"+key, data, -1)
	if errors.Is(err, zk.ErrNoNode) {
		_, err = p.conn.Create(p.root+"/"+key, data, 0, zk.WorldACL(zk.PermAll))
	}
	return err
}

func (p plainZooKeeper) Read(_ context.Context, key string) ([]byte, error) {
	data, _, err := p.conn.Get(p.root + "/" + key)
	if errors.Is(err, zk.ErrNoNode) {
		return nil, nil
	}
	return data, err
}
