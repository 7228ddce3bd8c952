package etcd_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	clientv3 "go.etcd.io/etcd/client/v3"

	"example.com/fencing/chapter/fencetest"
	"example.com/fencing/examples/real/etcd"
	"example.com/fencing/examples/real/internal/etcdserver"
	"example.com/fencing/examples/real/internal/servers"
)

// client is what the Examples talk to: etcd in this process.
var client *clientv3.Client

func TestMain(m *testing.M) { os.Exit(run(m)) }

// must ends an Example whose preparations fail.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

func run(m *testing.M) int {
	server, err := etcdserver.Start()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer server.Stop()
	if client, err = server.Client(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer client.Close()
	return m.Run()
}

// A system is a running etcd: the one in this process, or a real one.
type system struct {
	addresses string // with commas between
	restart   func() error
	foreign   bool // and so we can't restart it
}

// onEach runs a test on etcd in this process and on etcd as a process of its own,
// which is killed with SIGKILL where the other is closed.
func onEach(t *testing.T, test func(*testing.T, system)) {
	t.Run("embedded", func(t *testing.T) {
		t.Parallel()
		server, err := etcdserver.Start()
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, server.Stop()) })
		test(t, system{addresses: server.Address, restart: server.Restart})
	})
	t.Run("process", func(t *testing.T) {
		t.Parallel()
		server := servers.ForTest(t, servers.Etcd)
		test(t, system{addresses: server.Address, restart: server.Restart, foreign: server.Foreign()})
	})
}

func (s system) dial(t *testing.T) *clientv3.Client {
	client, err := etcdserver.Dial(strings.Split(s.addresses, ",")...)
	require.NoError(t, err)
	t.Cleanup(func() { client.Close() })
	return client
}

// reopen restarts the server, if that is ours to do, and dials it again.
func reopen[T any](t *testing.T, s system, open func(*clientv3.Client) T) func() (T, error) {
	if s.foreign {
		return nil
	}
	return func() (T, error) {
		var none T
		if err := s.restart(); err != nil {
			return none, err
		}
		return open(s.dial(t)), nil
	}
}

// another opens a second client.
func another[T any](t *testing.T, s system, open func(*clientv3.Client) T) func() (T, error) {
	return func() (T, error) { return open(s.dial(t)), nil }
}

// prefix returns one that nobody has used, and cleans up what is under it.
func prefix(t *testing.T, s system) string {
	prefix := fmt.Sprintf("fencing-%d/", time.Now().UnixNano())
	client := s.dial(t)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		_, err := client.Delete(ctx, prefix, clientv3.WithPrefix())
		require.NoError(t, err)
	})
	return prefix
}

func TestStore(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, s system) {
		prefix := prefix(t, s)
		open := func(c *clientv3.Client) fencetest.Store { return etcd.NewStore(c, prefix) }
		fencetest.TestStore(t, func(t *testing.T) fencetest.StoreHarness {
			return fencetest.StoreHarness{
				Store:    open(s.dial(t)),
				Reopen:   reopen(t, s, open),
				NoReopen: s.foreign,
				Another:  another(t, s, open),
			}
		})
	})
}

func TestLocker(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, s system) {
		prefix := prefix(t, s)
		open := func(c *clientv3.Client) fencetest.Locker { return etcd.NewLocks(c, prefix) }
		fencetest.TestLocker(t, func(t *testing.T) fencetest.LockerHarness {
			return fencetest.LockerHarness{
				Locker:   open(s.dial(t)),
				Reopen:   reopen(t, s, open),
				NoReopen: s.foreign,
				Another:  another(t, s, open),
			}
		})
	})
}
