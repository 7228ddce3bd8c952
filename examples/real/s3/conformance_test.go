package s3

import (
	"testing"

	awss3 "github.com/aws/aws-sdk-go-v2/service/s3"

	"example.com/fencing/chapter/fencetest"
)

func TestStore(t *testing.T) {
	t.Parallel()
	testStore(t, client, nil)
}

func TestLocker(t *testing.T) {
	t.Parallel()
	testLocker(t, client, nil)
}

func TestExternalStore(t *testing.T) {
	t.Parallel()
	server, client := external(t)
	if server.Foreign() {
		testStore(t, client, nil)
	} else {
		testStore(t, client, server.Restart)
	}
}

func TestExternalLocker(t *testing.T) {
	t.Parallel()
	server, client := external(t)
	if server.Foreign() {
		testLocker(t, client, nil)
	} else {
		testLocker(t, client, server.Restart)
	}
}

// testStore runs the suite. The server is restarted by restart, if it can be.
func testStore(t *testing.T, client *awss3.Client, restart func() error) {
	bucket := newBucket(t, client)
	open := func() (fencetest.Store, error) { return NewStore(client, bucket, "data/"), nil }
	fencetest.TestStore(t, func(t *testing.T) fencetest.StoreHarness {
		store, _ := open()
		h := fencetest.StoreHarness{
			Store:     store,
			Another:   open,
			NoReopen:  restart == nil,
			PlainKeys: true, // servers differ in what they make of others
		}
		if restart != nil {
			h.Reopen = func() (fencetest.Store, error) {
				if err := restart(); err != nil {
					return nil, err
				}
				return open()
			}
		}
		return h
	})
}

func testLocker(t *testing.T, client *awss3.Client, restart func() error) {
	bucket := newBucket(t, client)
	open := func() (fencetest.Locker, error) { return NewLocks(client, bucket, "leases/"), nil }
	fencetest.TestLocker(t, func(t *testing.T) fencetest.LockerHarness {
		locker, _ := open()
		h := fencetest.LockerHarness{Locker: locker, Another: open, NoReopen: restart == nil}
		if restart != nil {
			h.Reopen = func() (fencetest.Locker, error) {
				if err := restart(); err != nil {
					return nil, err
				}
				return open()
			}
		}
		return h
	})
}
