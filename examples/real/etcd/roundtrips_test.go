package etcd_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	clientv3 "go.etcd.io/etcd/client/v3"
	"google.golang.org/grpc"

	"example.com/fencing/examples/real/etcd"
)

// A fenced write is one request, as a plain one is.
func TestRoundTrips(t *testing.T) {
	ctx := context.Background()
	sent := 0
	count := func(ctx context.Context, method string, request, reply any, conn *grpc.ClientConn, invoke grpc.UnaryInvoker, options ...grpc.CallOption) error {
		sent++
		return invoke(ctx, method, request, reply, conn, options...)
	}
	counted, err := clientv3.New(clientv3.Config{
		Endpoints:   client.Endpoints(),
		DialOptions: []grpc.DialOption{grpc.WithChainUnaryInterceptor(count)},
	})
	require.NoError(t, err)
	defer counted.Close()
	store := etcd.NewStore(counted, "roundtrips/")

	for what, write := range map[string]func() error{
		"a plain write":  func() error { _, err := counted.Put(ctx, "roundtrips/plain", "data"); return err },
		"a fenced write": func() error { return store.Write(ctx, "k", []byte("data"), 33) },
	} {
		sent = 0
		require.NoError(t, write())
		assert.Equal(t, 1, sent, what)
	}
}
