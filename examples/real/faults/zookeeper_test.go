package faults

import (
	"testing"
	"time"

	"github.com/go-zookeeper/zk"
	"github.com/stretchr/testify/require"

	"example.com/fencing/examples/real/internal/systems"
	"example.com/fencing/examples/real/zookeeper"
)

// reconnecting is the session's timeout where ZooKeeper is killed. It is short: the
// client library waits for an answer for two thirds of it before it connects again.
// For the first answer it waits longer, see [systems.DialZooKeeper].
const reconnecting = time.Second

// dialZooKeeper returns a client, and the session of its storage.
func dialZooKeeper(t *testing.T, address string, session time.Duration) (*zk.Conn, systems.Client) {
	open := func(timeout time.Duration) (*zk.Conn, <-chan zk.Event, error) {
		return zk.Connect([]string{address}, timeout, zk.WithLogger(quiet{}), zk.WithDialer(systems.DialZooKeeper),
			zk.WithMaxBufferSize(1<<20), zk.WithMaxConnBufferSize(1<<16))
	}
	conn, events, err := open(session)
	require.NoError(t, err)
	t.Cleanup(conn.Close)
	for deadline := time.After(patience); conn.State() != zk.StateHasSession; { // before, calls may fail
		select {
		case <-events:
		case <-deadline:
			require.FailNow(t, "no session with ZooKeeper")
		}
	}
	return conn, systems.Client{Locks: zookeeper.NewLocks(conn, "/locks", open, patience), Store: zookeeper.NewStore(conn, "/data")}
}

// quiet is a logger that says nothing of connections that come and go.
type quiet struct{}

func (quiet) Printf(string, ...any) {}
