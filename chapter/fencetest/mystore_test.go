package fencetest_test

import (
	"os"
	"testing"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/fencetest"
	mystore "example.com/fencing/chapter/filestore"
	mylocks "example.com/fencing/chapter/keyed"
)

// This is what the package comment and the README show. Package filestore plays
// the store of somebody who has come from there. It locks its folder, and a
// Close that takes the lock off would hide a store that saves only in Close.
func TestMyStore(t *testing.T) {
	fencetest.TestStore(t, func(t *testing.T) fencetest.StoreHarness {
		dir := t.TempDir()
		store, err := mystore.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		return fencetest.StoreHarness{
			Store: store,
			Reopen: func() (fencetest.Store, error) { // a crash calls no Close:
				before := dir
				dir = t.TempDir() // open a copy of what is on the disk
				if err := os.CopyFS(dir, os.DirFS(before)); err != nil {
					return nil, err
				}
				return mystore.Open(dir)
			},
			// Another: a second client, if more than one can have it open.
		}
	})
}

// The package comment shows this as well.
func TestMyLocks(t *testing.T) {
	fencetest.TestLocker(t, func(t *testing.T) fencetest.LockerHarness {
		clock := new(chapter.Clock) // turned by hand: nothing waits
		return fencetest.LockerHarness{
			Locker:   mylocks.NewLockTable(clock.Now),
			Now:      clock.Now,     // reads the service's clock
			Advance:  clock.Advance, // turns it, so that leases run out
			NoReopen: true,          // a restart forgets everything
		}
	})
}
