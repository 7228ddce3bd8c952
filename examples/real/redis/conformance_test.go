package redis_test

import (
	"testing"

	goredis "github.com/redis/go-redis/v9"

	"example.com/fencing/chapter/fencetest"
	"example.com/fencing/examples/real/redis"
)

func TestStore(t *testing.T) {
	space := newSpace()
	t.Cleanup(space.clear)
	fencetest.TestStore(t, func(t *testing.T) fencetest.StoreHarness {
		open := func() (fencetest.Store, error) { return redis.NewStore(connect(t), space.prefix), nil }
		h := fencetest.StoreHarness{Another: open}
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
	space := newSpace()
	t.Cleanup(space.clear)
	fencetest.TestLocker(t, func(t *testing.T) fencetest.LockerHarness {
		open := func() (fencetest.Locker, error) { return redis.NewLocks(connect(t), space.prefix), nil }
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

// connect returns one more client, which is closed with the test.
func connect(t testing.TB) *goredis.Client {
	client := goredis.NewClient(options(server))
	t.Cleanup(func() { _ = client.Close() })
	return client
}
