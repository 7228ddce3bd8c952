package fencetest_test

import (
	"testing"

	"example.com/fencing/chapter/fencetest"
	mystore "example.com/fencing/chapter/filestore"
)

// This is what the package comment and the README show. Package filestore plays
// the store of somebody who has come from there.
func TestMyStore(t *testing.T) {
	fencetest.TestStore(t, func(t *testing.T) fencetest.StoreHarness {
		dir := t.TempDir()
		store, err := mystore.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		return fencetest.StoreHarness{
			Store: store,
			Reopen: func() (fencetest.Store, error) { // a restart
				store.Close()
				store, err = mystore.Open(dir)
				return store, err
			},
		}
	})
}
