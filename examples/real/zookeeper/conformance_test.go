package zookeeper_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/go-zookeeper/zk"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter/fencetest"
	"example.com/fencing/examples/real/internal/servers"
	"example.com/fencing/examples/real/zookeeper"
)

// server is what the Examples talk to.
var server *servers.Server

func TestMain(m *testing.M) {
	servers.Main(m, servers.ZooKeeper, func(s *servers.Server) { server = s })
}

// connect returns a client as a store has it.
func connect(t *testing.T, s *servers.Server) *zk.Conn {
	p := &process{address: s.Address}
	conn, err := p.connect(10 * time.Second)
	require.NoError(t, err)
	t.Cleanup(conn.Close)
	return conn
}

// sessions returns what opens sessions for grants, and closes them at the end of
// the test: leases of a minute would go on reconnecting.
func sessions(t *testing.T, s *servers.Server) zookeeper.OpenSession {
	p := &process{address: s.Address}
	return func(timeout time.Duration) (*zk.Conn, <-chan zk.Event, error) {
		conn, events, err := p.open(timeout)
		if err == nil {
			t.Cleanup(func() { go conn.Close() })
		}
		return conn, events, err
	}
}

// root returns one that nobody has used, and cleans up what is under it.
func root(t *testing.T, s *servers.Server) string {
	root := fmt.Sprintf("/fencing-tests-%d", time.Now().UnixNano())
	t.Cleanup(func() { require.NoError(t, remove(connect(t, s), root)) })
	return root
}

// remove removes a node and its children.
func remove(conn *zk.Conn, path string) error {
	children, _, err := conn.Children(path)
	for _, child := range children {
		err = errors.Join(err, remove(conn, path+"/"+child))
	}
	if err == nil {
		err = conn.Delete(path, -1)
	}
	if errors.Is(err, zk.ErrNoNode) {
		return nil
	}
	return err
}

// reopen kills the server, if it is ours, and connects to it again.
func reopen[T any](t *testing.T, s *servers.Server, open func(*zk.Conn) T) func() (T, error) {
	if s.Foreign() {
		return nil
	}
	return func() (T, error) {
		var none T
		if err := s.Restart(); err != nil {
			return none, err
		}
		return open(connect(t, s)), nil
	}
}

func another[T any](t *testing.T, s *servers.Server, open func(*zk.Conn) T) func() (T, error) {
	return func() (T, error) { return open(connect(t, s)), nil }
}

func TestStore(t *testing.T) {
	t.Parallel()
	server := servers.ForTest(t, servers.ZooKeeper) // of its own: it is killed
	root := root(t, server)
	open := func(c *zk.Conn) fencetest.Store { return zookeeper.NewStore(c, root) }
	fencetest.TestStore(t, func(t *testing.T) fencetest.StoreHarness {
		return fencetest.StoreHarness{
			Store:    open(connect(t, server)),
			Reopen:   reopen(t, server, open),
			NoReopen: server.Foreign(),
			Another:  another(t, server, open),
		}
	})
}

func TestLocker(t *testing.T) {
	t.Parallel()
	root := root(t, server)
	longest := 2 * time.Minute
	if server.Foreign() {
		longest = 40 * time.Second
	}
	fencetest.TestLocker(t, func(t *testing.T) fencetest.LockerHarness {
		open := func(c *zk.Conn) fencetest.Locker {
			return zookeeper.NewLocks(c, root, sessions(t, server), longest)
		}
		return fencetest.LockerHarness{
			Locker:   open(connect(t, server)),
			TTL:      2 * time.Second, // shorter sessions end on a machine that is busy
			Reopen:   reopen(t, server, open),
			NoReopen: server.Foreign(),
			Another:  another(t, server, open),
		}
	})
}
