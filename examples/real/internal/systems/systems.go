// Package systems is the one list of lock services and storages that what is
// here runs on. Each can be opened outside of a test, on a server of its own where
// it needs one, and closing it leaves nothing behind.
package systems

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"example.com/fencing/chapter/fencetest"
	"example.com/fencing/examples/real/internal/servers"
)

// A System is a lock service, a storage, or both, that runs.
type System struct {
	Name string

	Client                         // the first
	Another func() (Client, error) // one more, which shares no memory with the others

	NoToken bool // the leases carry no token

	// RoundTrips counts those that f takes, while nobody else uses the
	// system. It is nil where nothing crosses a connection.
	RoundTrips func(f func()) int

	Server *servers.Server // nil if there is none, or if it runs in this process

	closers []func() error // in the order of what they close
}

// A Client is one client's way to a system.
type Client struct {
	Locks fencetest.Locker // nil if it grants no leases
	Store fencetest.Store  // nil if it stores nothing; otherwise Plain isn't either
	Plain Plain
}

// Plain is the same storage without a fence, written as people write it: to the
// same kind of place as the fenced data, and as durably, so that the two can be
// compared. It has its own keys.
type Plain interface {
	Write(ctx context.Context, key string, data []byte) error
	Read(ctx context.Context, key string) ([]byte, error) // nil if there is nothing
}

// An Opener opens a system. If its server is not here, the error is a
// [*servers.AbsentError], which says how to enable it.
type Opener struct {
	Name string
	Open func(context.Context) (*System, error)
}

// Openers has all of them.
var Openers = []Opener{
	opener("etcd", openEtcd),
	opener("zookeeper", openZooKeeper),
	opener("postgres", openPostgres),
	opener("sqlite", openSQLite),
	opener("redis", openRedis),
	opener("redis (random value)", openRandomRedis),
	opener("nats", openNATS),
	opener("s3 (gofakes3)", openGofakes3),
	opener("s3 (versitygw)", openVersitygw),
	opener("bolt", openBolt),
}

// opener has whatever was opened closed again if the rest can't be.
func opener(name string, open func(context.Context, *System) error) Opener {
	return Opener{name, func(ctx context.Context) (*System, error) {
		s := &System{Name: name}
		err := open(ctx, s)
		if err == nil {
			s.Client, err = s.Another()
		}
		if err != nil {
			return nil, errors.Join(fmt.Errorf("opening %s: %w", name, err), s.Close())
		}
		return s, nil
	}}
}

// Close closes the system, and removes what it has stored.
func (s *System) Close() error {
	var failed []error
	for _, closer := range slices.Backward(s.closers) {
		failed = append(failed, closer())
	}
	s.closers = nil
	return errors.Join(failed...)
}

func (s *System) onClose(closer func() error) { s.closers = append(s.closers, closer) }

// start starts the system's server, which is stopped on Close.
func (s *System) start(start func() (*servers.Server, error)) error {
	server, err := start()
	if err != nil {
		return err
	}
	s.Server = server
	s.onClose(server.Stop)
	return nil
}

// foreign reports whether what was stored is left to somebody else's server.
// With one of our own it all goes away.
func (s *System) foreign() bool { return s.Server != nil && s.Server.Foreign() }

// unique returns a name that nobody has used. It is good for a database's schema.
func unique() string { return "fencing_" + strings.ToLower(rand.Text()) }

// cleaning is the context of what Close does.
func cleaning() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), time.Minute)
}
