package postgres_test

import (
	"testing"

	"example.com/fencing/chapter/fencetest"
	"example.com/fencing/examples/real/internal/servers"
	"example.com/fencing/examples/real/postgres"
)

var server *servers.Server

func TestMain(m *testing.M) {
	servers.Main(m, servers.Postgres, func(s *servers.Server) { server = s })
}

func TestStore(t *testing.T) {
	space := newSpace(t)
	fencetest.TestStore(t, func(t *testing.T) fencetest.StoreHarness {
		open := func() (fencetest.Store, error) { return postgres.NewStore(space.connect(t)), nil }
		h := fencetest.StoreHarness{Another: open, LargestToken: postgres.LargestToken}
		h.Store, _ = open()
		if h.NoReopen = server.Foreign(); !h.NoReopen {
			h.Reopen = func() (fencetest.Store, error) {
				if err := server.Restart(); err != nil {
					return nil, err
				}
				return open()
			}
		}
		return h
	})
}

func TestLocker(t *testing.T) {
	space := newSpace(t)
	fencetest.TestLocker(t, func(t *testing.T) fencetest.LockerHarness {
		open := func() (fencetest.Locker, error) { return postgres.NewLocks(space.connect(t)), nil }
		h := fencetest.LockerHarness{Another: open}
		h.Locker, _ = open()
		if h.NoReopen = server.Foreign(); !h.NoReopen {
			h.Reopen = func() (fencetest.Locker, error) {
				if err := server.Restart(); err != nil {
					return nil, err
				}
				return open()
			}
		}
		return h
	})
}
