package nats

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	natsgo "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"example.com/fencing/chapter"
	"example.com/fencing/examples/real/internal/natsserver"
)

// foreign is the URL of a server that runs already. Without it the tests start
// their own, inside the process.
var foreign = os.Getenv("NATS_URL")

// js is the connection of the Examples.
var js jetstream.JetStream

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "fence")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	conn, stop, err := start(dir)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer stop()
	if js, err = jetstream.New(conn); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}

// start connects to the foreign server, or to one of our own on the files in dir.
func start(dir string) (conn *natsgo.Conn, stop func(), err error) {
	if foreign != "" {
		conn, err = natsgo.Connect(foreign)
		if err != nil {
			return nil, nil, fmt.Errorf("NATS_URL is %s: %w", foreign, err)
		}
		return conn, conn.Close, nil
	}
	server, err := natsserver.Start(dir)
	if err != nil {
		return nil, nil, err
	}
	stop = func() {
		if conn != nil {
			conn.Close()
		}
		server.Shutdown()
		server.WaitForShutdown()
	}
	if conn, err = natsserver.Connect(server); err != nil {
		stop()
		return nil, nil, err
	}
	return conn, stop, nil
}

// buckets makes the two that an Example needs, and removes them after it from a
// foreign server. Our own goes with all that it has: one that has lost its last
// bucket removes the folder of buckets a moment later, in which the next Example may
// be making its own.
func buckets(ctx context.Context) (locks *Locks, data jetstream.KeyValue, remove func()) {
	leases := must(js.CreateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: uniqueName(), LimitMarkerTTL: time.Minute}))
	data = must(js.CreateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: uniqueName()}))
	return must(NewLocks(ctx, js, leases)), data, func() {
		if foreign == "" {
			return
		}
		err := cmp.Or(js.DeleteKeyValue(ctx, leases.Bucket()), js.DeleteKeyValue(ctx, data.Bucket()))
		if err != nil {
			panic(err)
		}
	}
}

// must is for what can't fail in an Example unless the server does.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// acquire asks until it gets the lease, or until the context is over.
func acquire(ctx context.Context, locks *Locks, name, holder string, ttl time.Duration) (chapter.Lease, error) {
	for {
		lease, err := locks.Acquire(ctx, name, holder, ttl)
		if err == nil || ctx.Err() != nil {
			return lease, err
		}
		time.Sleep(10 * time.Millisecond)
	}
}
