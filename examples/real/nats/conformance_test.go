package nats

import (
	"context"
	"fmt"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter/fencetest"
)

func TestStore(t *testing.T) {
	t.Parallel()
	fencetest.TestStore(t, func(t *testing.T) fencetest.StoreHarness {
		s := newServer(t)
		open := func() (fencetest.Store, error) {
			kv, err := s.bucket(t, jetstream.KeyValueConfig{})
			if err != nil {
				return nil, err
			}
			return NewStore(t.Context(), kv)
		}
		store, err := open()
		require.NoError(t, err)
		h := fencetest.StoreHarness{
			Store:     store,
			Another:   open,
			NoReopen:  foreign != "",
			PlainKeys: true, // the client refuses others
		}
		if !h.NoReopen {
			h.Reopen = func() (fencetest.Store, error) { s.crash(t); return open() }
		}
		return h
	})
}

func TestLocker(t *testing.T) {
	t.Parallel()
	fencetest.TestLocker(t, func(t *testing.T) fencetest.LockerHarness {
		s := newServer(t)
		open := func() (fencetest.Locker, error) {
			kv, err := s.bucket(t, jetstream.KeyValueConfig{LimitMarkerTTL: time.Second})
			if err != nil {
				return nil, err
			}
			return NewLocks(t.Context(), s.js, kv)
		}
		locker, err := open()
		require.NoError(t, err)
		h := fencetest.LockerHarness{
			Locker:            locker,
			Another:           open,
			NoReopen:          foreign != "",
			RenewalDrawsToken: true,
		}
		if !h.NoReopen {
			h.Reopen = func() (fencetest.Locker, error) { s.crash(t); return open() }
		}
		return h
	})
}

// A server is one for a single check: it starts in some milliseconds.
type server struct {
	name string // of the bucket
	dir  string
	js   jetstream.JetStream
	stop func()
}

var names atomic.Int64

// uniqueName is for a bucket: a foreign server has others, which are not ours to
// write to or to remove.
func uniqueName() string {
	return fmt.Sprintf("fencing-%d-%d-%d", time.Now().UnixNano(), os.Getpid(), names.Add(1))
}

func newServer(t *testing.T) *server {
	s := &server{name: uniqueName(), dir: t.TempDir()}
	s.start(t)
	t.Cleanup(func() {
		if foreign != "" {
			require.NoError(t, s.js.DeleteKeyValue(context.Background(), s.name)) // t.Context is over
		}
		s.stop()
	})
	return s
}

func (s *server) start(t *testing.T) {
	conn, stop, err := start(s.dir)
	require.NoError(t, err)
	s.stop = stop
	s.js, err = jetstream.New(conn)
	require.NoError(t, err)
}

// crash starts a server on a copy of what the running one has written by now.
// Nobody has told that one to finish anything; it is stopped afterwards.
func (s *server) crash(t *testing.T) {
	before, stop := s.dir, s.stop
	s.dir = t.TempDir()
	require.NoError(t, os.CopyFS(s.dir, os.DirFS(before)))
	s.start(t)
	stop()
}

func (s *server) bucket(t *testing.T, config jetstream.KeyValueConfig) (jetstream.KeyValue, error) {
	config.Bucket = s.name
	return s.js.CreateOrUpdateKeyValue(t.Context(), config)
}
