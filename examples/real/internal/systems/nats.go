package systems

import (
	"context"
	"errors"
	"net"
	"os"
	"time"

	natsgo "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"example.com/fencing/examples/real/internal/natsserver"
	"example.com/fencing/examples/real/internal/roundtrips"
	"example.com/fencing/examples/real/nats"
)

// openNATS takes the server that NATS_URL names, or one in this process.
func openNATS(ctx context.Context, s *System) error {
	counter := new(roundtrips.Counter)
	conn, err := s.connectNATS(counter)
	if err != nil {
		return err
	}
	s.onClose(func() error { conn.Close(); return nil })
	js, err := jetstream.New(conn)
	if err != nil {
		return err
	}
	leases, err := s.bucket(ctx, js, jetstream.KeyValueConfig{LimitMarkerTTL: time.Minute})
	if err != nil {
		return err
	}
	fenced, err := s.bucket(ctx, js, jetstream.KeyValueConfig{})
	if err != nil {
		return err
	}
	plain, err := s.bucket(ctx, js, jetstream.KeyValueConfig{})
	if err != nil {
		return err
	}
	s.Another = func() (Client, error) {
		locks, err := nats.NewLocks(ctx, js, leases)
		if err != nil {
			return Client{}, err
		}
		store, err := nats.NewStore(ctx, fenced)
		return Client{Locks: locks, Store: store, Plain: plainNATS{plain}}, err
	}
	s.RoundTrips = counter.Of
	return nil
}

func (s *System) connectNATS(counter *roundtrips.Counter) (*natsgo.Conn, error) {
	if url := os.Getenv("NATS_URL"); url != "" {
		return natsgo.Connect(url, natsgo.SetCustomDialer(natsDialer{counter}))
	}
	dir, err := s.folder()
	if err != nil {
		return nil, err
	}
	server, err := natsserver.Start(dir)
	if err != nil {
		return nil, err
	}
	s.onClose(func() error { server.Shutdown(); server.WaitForShutdown(); return nil })
	return natsgo.Connect("", natsgo.InProcessServer(natsInProcess{counter, server}))
}

// natsDialer and natsInProcess make connections that count.
type natsDialer struct{ counter *roundtrips.Counter }

func (d natsDialer) Dial(network, address string) (net.Conn, error) {
	return counted(d.counter, new(net.Dialer).DialContext)(context.Background(), network, address)
}

type natsInProcess struct {
	counter *roundtrips.Counter
	server  natsgo.InProcessConnProvider
}

func (p natsInProcess) InProcessConn() (net.Conn, error) {
	conn, err := p.server.InProcessConn()
	if err != nil {
		return nil, err
	}
	return p.counter.Conn(conn), nil
}

// bucket makes a bucket on files, which is removed on Close.
func (s *System) bucket(ctx context.Context, js jetstream.JetStream, config jetstream.KeyValueConfig) (jetstream.KeyValue, error) {
	config.Bucket = unique()
	bucket, err := js.CreateKeyValue(ctx, config)
	if err != nil {
		return nil, err
	}
	s.onClose(func() error {
		ctx, cancel := cleaning()
		defer cancel()
		return js.DeleteKeyValue(ctx, config.Bucket)
	})
	return bucket, nil
}

type plainNATS struct{ bucket jetstream.KeyValue }

func (p plainNATS) Write(ctx context.Context, key string, data []byte) error {
	_, err := p.bucket.Put(ctx, key, data)
	return err
}

func (p plainNATS) Read(ctx context.Context, key string) ([]byte, error) {
	entry, err := p.bucket.Get(ctx, key)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return entry.Value(), nil
}
