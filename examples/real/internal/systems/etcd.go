package systems

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.uber.org/zap"
	"google.golang.org/grpc"

	"example.com/fencing/examples/real/etcd"
	"example.com/fencing/examples/real/internal/etcdserver"
	"example.com/fencing/examples/real/internal/servers"
)

// openEtcd takes etcd as a process of its own, or in this process if it isn't
// installed.
func openEtcd(_ context.Context, s *System) error {
	addresses, err := startEtcd(s)
	if err != nil {
		return err
	}
	var calls atomic.Int64
	client, err := clientv3.New(clientv3.Config{
		Endpoints: addresses, DialTimeout: time.Minute, Logger: zap.NewNop(),
		DialOptions: []grpc.DialOption{countCalls(&calls)},
	})
	if err != nil {
		return err
	}
	s.onClose(client.Close)
	prefix := unique() + "/"
	if s.foreign() {
		s.onClose(func() error {
			ctx, cancel := cleaning()
			defer cancel()
			_, err := client.Delete(ctx, prefix, clientv3.WithPrefix())
			return err
		})
	}
	s.Another = func() (Client, error) {
		return Client{
			Locks: etcd.NewLocks(client, prefix+"locks/"),
			Store: etcd.NewStore(client, prefix),
			Plain: plainEtcd{client, prefix + "plain/"},
		}, nil
	}
	s.RoundTrips = func(f func()) int {
		before := calls.Load()
		f()
		return int(calls.Load() - before)
	}
	return nil
}

func startEtcd(s *System) (addresses []string, err error) {
	err = s.start(servers.Etcd)
	if err == nil {
		return strings.Split(s.Server.Address, ","), nil
	}
	if absent := (*servers.AbsentError)(nil); !errors.As(err, &absent) {
		return nil, err
	}
	server, err := etcdserver.Start()
	if err != nil {
		return nil, err
	}
	s.onClose(server.Stop)
	return []string{server.Address}, nil
}

// countCalls is for a client that counts its calls: on the connection itself
// HTTP/2 has things to say of its own.
func countCalls(count *atomic.Int64) grpc.DialOption {
	return grpc.WithChainUnaryInterceptor(func(ctx context.Context, method string, request, reply any, conn *grpc.ClientConn, invoke grpc.UnaryInvoker, options ...grpc.CallOption) error {
		count.Add(1)
		return invoke(ctx, method, request, reply, conn, options...)
	})
}

type plainEtcd struct {
	client *clientv3.Client
	prefix string
}

func (p plainEtcd) Write(ctx context.Context, key string, data []byte) error {
	_, err := p.client.Put(ctx, p.prefix+key, string(data))
	return err
}

func (p plainEtcd) Read(ctx context.Context, key string) ([]byte, error) {
	found, err := p.client.Get(ctx, p.prefix+key)
	if err != nil || len(found.Kvs) == 0 {
		return nil, err
	}
	return found.Kvs[0].Value, nil
}
