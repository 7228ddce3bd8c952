package zookeeper_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/go-zookeeper/zk"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter"
	"example.com/fencing/examples/real/zookeeper"
)

// The suite's leases run out because their Locks gives them back. Here the
// process is stopped and can't: the server ends the session.
func TestStoppedHolder(t *testing.T) {
	ctx := context.Background()
	root := root(t, server)
	conn, process1 := connect(t, server), &process{address: server.Address}
	locks1 := zookeeper.NewLocks(conn, root, process1.open, time.Minute)
	locks2 := zookeeper.NewLocks(conn, root, sessions(t, server), time.Minute)

	lease1, err := locks1.Acquire(ctx, "lock", "client1", time.Second)
	require.NoError(t, err)
	process1.stop()
	_, err = locks2.Acquire(ctx, "lock", "client2", time.Minute)
	require.ErrorIs(t, err, chapter.ErrHeld)
	var lease2 chapter.Lease
	require.NoError(t, inTheEnd(func() (err error) {
		lease2, err = locks2.Acquire(ctx, "lock", "client2", time.Minute)
		return err
	}))
	assert.False(t, time.Now().Before(lease1.Expires), "client2 has been granted the lease before client1's was over")
	assert.Greater(t, lease2.Token, lease1.Token)

	process1.wake()
	_, err = locks1.Renew(ctx, "lock", lease1, time.Minute)
	assert.ErrorIs(t, err, chapter.ErrNotHeld)
	assert.ErrorIs(t, locks1.Release(ctx, "lock", lease1), chapter.ErrNotHeld)
	_, err = locks2.Renew(ctx, "lock", lease2, time.Minute)
	assert.NoError(t, err, "client1's late calls have harmed client2")
}

// Somebody removes the node of a live lease, and client2 gets it. client1 still
// counts on a minute, by its own clock.
func TestRemovedNode(t *testing.T) {
	ctx := context.Background()
	root, conn := root(t, server), connect(t, server)
	locks := zookeeper.NewLocks(conn, root, sessions(t, server), time.Minute)

	lease1, err := locks.Acquire(ctx, "lock", "client1", time.Minute)
	require.NoError(t, err)
	require.NoError(t, remove(conn, root))
	lease2, err := locks.Acquire(ctx, "lock", "client2", time.Minute)
	require.NoError(t, err)

	_, err = locks.Renew(ctx, "lock", lease1, time.Minute)
	assert.ErrorIs(t, err, chapter.ErrNotHeld)
	assert.NoError(t, locks.Release(ctx, "lock", lease1), "it closes its own session")
	_, err = locks.Acquire(ctx, "lock", "client3", time.Minute)
	assert.ErrorIs(t, err, chapter.ErrHeld)
	_, err = locks.Renew(ctx, "lock", lease2, time.Minute)
	assert.NoError(t, err, "client1's late calls have harmed client2")
}

// Two renewals of one lease overlap, and the earlier one's reply comes last. What
// the later one has promised holds: nobody else is granted the lease before.
func TestAnEarlierEndTakesNothingBack(t *testing.T) {
	ctx := context.Background()
	root, conn := root(t, server), connect(t, server)
	locks := zookeeper.NewLocks(conn, root, sessions(t, server), time.Minute)

	lease, err := locks.Acquire(ctx, "lock", "client1", time.Minute)
	require.NoError(t, err)
	early, err := locks.Renew(ctx, "lock", lease, time.Millisecond)
	require.NoError(t, err)
	time.Sleep(time.Until(early.Expires))

	_, err = locks.Renew(ctx, "lock", lease, time.Minute)
	assert.NoError(t, err, "client1 was granted a minute")
	_, err = locks.Acquire(ctx, "lock", "client2", time.Minute)
	assert.ErrorIs(t, err, chapter.ErrHeld)
}

// Of clients who ask at the same time one gets the lease. Those who come too late
// have opened a session by then, and it is closed; so is the winner's in the end.
func TestNoSessionIsLeftBehind(t *testing.T) {
	ctx := context.Background()
	root, conn := root(t, server), connect(t, server)
	var mu sync.Mutex
	var opened []*zk.Conn
	open := sessions(t, server)
	locks := zookeeper.NewLocks(conn, root, func(timeout time.Duration) (*zk.Conn, <-chan zk.Event, error) {
		conn, events, err := open(timeout)
		mu.Lock()
		defer mu.Unlock()
		opened = append(opened, conn)
		return conn, events, err
	}, time.Minute)

	leases := make(chan chapter.Lease, 8)
	var all sync.WaitGroup
	for range cap(leases) {
		all.Go(func() {
			lease, err := locks.Acquire(ctx, "lock", "client", time.Minute)
			if err == nil {
				leases <- lease
			} else {
				assert.ErrorIs(t, err, chapter.ErrHeld)
			}
		})
	}
	all.Wait()
	require.Len(t, leases, 1, "one of them is granted the lease")
	require.NoError(t, locks.Release(ctx, "lock", <-leases))
	require.NoError(t, inTheEnd(func() error {
		for _, session := range opened {
			if _, _, err := session.Exists("/"); !errors.Is(err, zk.ErrConnectionClosed) {
				return fmt.Errorf("one of %d sessions is open: %v", len(opened), err)
			}
		}
		return nil
	}))
}
