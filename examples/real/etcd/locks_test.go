package etcd_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	clientv3 "go.etcd.io/etcd/client/v3"
	"go.uber.org/zap"
	"google.golang.org/grpc"

	"example.com/fencing/chapter"
	"example.com/fencing/examples/real/etcd"
	"example.com/fencing/examples/real/internal/etcdserver"
)

// ownServer starts one that has no leases but those of the test.
func ownServer(t *testing.T) (client *clientv3.Client, leases func() int) {
	server, err := etcdserver.Start()
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, server.Stop()) })
	client, err = server.Client()
	require.NoError(t, err)
	t.Cleanup(func() { client.Close() })
	return client, func() int {
		all, err := client.Leases(context.Background())
		require.NoError(t, err)
		return len(all.Leases)
	}
}

// Of clients who ask at the same time one gets the lease. Those who come too late
// have an etcd lease by then, and give it back.
func TestTooLateLeavesNoLeaseBehind(t *testing.T) {
	ctx := context.Background()
	client, leases := ownServer(t)
	locks := etcd.NewLocks(client, "locks/")

	granted := make(chan chapter.Lease, 8)
	var all sync.WaitGroup
	for range cap(granted) {
		all.Go(func() {
			lease, err := locks.Acquire(ctx, "lock", "client", time.Minute)
			if err == nil {
				granted <- lease
			} else {
				assert.ErrorIs(t, err, chapter.ErrHeld)
			}
		})
	}
	all.Wait()
	require.Len(t, granted, 1, "one of them is granted the lease")
	assert.Equal(t, 1, leases())
	require.NoError(t, locks.Release(ctx, "lock", <-granted))
	assert.Zero(t, leases())
}

// The lease has been granted, and the client hears nothing of it, or gives up in
// the middle. Nobody else has to wait for a lease that nobody knows of.
func TestALostGrantIsTakenBack(t *testing.T) {
	client, leases := ownServer(t)
	for name, lose := range map[string]func(giveUp func()) error{
		"reply lost": func(func()) error { return errors.New("the connection broke") },
		"gives up":   func(giveUp func()) error { giveUp(); return context.Canceled },
	} {
		t.Run(name, func(t *testing.T) {
			ctx, giveUp := context.WithCancel(context.Background())
			defer giveUp()
			lossy, err := clientv3.New(clientv3.Config{
				Endpoints: client.Endpoints(),
				Logger:    zap.NewNop(),
				DialOptions: []grpc.DialOption{grpc.WithChainUnaryInterceptor(
					func(ctx context.Context, method string, request, reply any, conn *grpc.ClientConn, invoke grpc.UnaryInvoker, options ...grpc.CallOption) error {
						if err := invoke(ctx, method, request, reply, conn, options...); err != nil || method != "/etcdserverpb.KV/Txn" {
							return err
						}
						return lose(giveUp)
					})},
			})
			require.NoError(t, err)
			defer lossy.Close()

			_, err = etcd.NewLocks(lossy, "locks/").Acquire(ctx, "lock", "client1", time.Minute)
			require.Error(t, err)
			assert.NotErrorIs(t, err, chapter.ErrHeld)
			assert.Zero(t, leases())
			locks := etcd.NewLocks(client, "locks/")
			lease, err := locks.Acquire(context.Background(), "lock", "client2", time.Minute)
			require.NoError(t, err)
			require.NoError(t, locks.Release(context.Background(), "lock", lease))
		})
	}
}
