package zookeeper

import (
	"context"
	"errors"
	"net/url"
	"strings"

	"github.com/go-zookeeper/zk"
)

// do makes a call that knows no context. If the context is over first, the call is
// left behind, and nobody knows whether ZooKeeper has made it.
func do[T any](ctx context.Context, call func() (T, error)) (value T, err error) {
	if err := ctx.Err(); err != nil {
		return value, err
	}
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		value, err := call()
		done <- result{value, err}
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		return value, ctx.Err()
	}
}

// escape makes one path element of any text. The letter in front keeps it from
// being "" or "..", which ZooKeeper takes in no path.
func escape(text string) string { return "k" + url.PathEscape(text) }

// create creates a node, and the nodes above it where they are missing. It
// returns zk.ErrNodeExists if the node is there.
func create(conn *zk.Conn, path string, data []byte, flags int32) error {
	_, err := conn.Create(path, data, flags, zk.WorldACL(zk.PermAll))
	if !errors.Is(err, zk.ErrNoNode) {
		return err
	}
	above := path[:strings.LastIndex(path, "/")]
	if err := create(conn, above, nil, 0); err != nil && !errors.Is(err, zk.ErrNodeExists) {
		return err
	}
	return create(conn, path, data, flags)
}
