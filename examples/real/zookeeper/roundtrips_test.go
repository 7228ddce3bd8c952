package zookeeper_test

import (
	"context"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-zookeeper/zk"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/examples/real/zookeeper"
)

// The library writes one packet for each request.
type counted struct {
	net.Conn
	sent *atomic.Int64
}

func (c counted) Write(b []byte) (int, error) {
	c.sent.Add(1)
	return c.Conn.Write(b)
}

// A fenced write reads and then writes.
func TestRoundTrips(t *testing.T) {
	ctx := context.Background()
	var sent atomic.Int64
	dial := func(network, address string, timeout time.Duration) (net.Conn, error) {
		conn, err := net.DialTimeout(network, address, timeout)
		return counted{conn, &sent}, err
	}
	conn, _, err := zk.Connect(strings.Split(server.Address, ","), time.Minute, // no heartbeat for 20 seconds
		zk.WithDialer(dial), zk.WithLogger(quiet{}))
	require.NoError(t, err)
	defer conn.Close()
	store := zookeeper.NewStore(conn, root(t, server))
	require.NoError(t, inTheEnd(func() error { return store.Write(ctx, "k", []byte("first"), 33) }))

	before := sent.Load()
	require.NoError(t, store.Write(ctx, "k", []byte("second"), 33))
	assert.EqualValues(t, 2, sent.Load()-before)
}
