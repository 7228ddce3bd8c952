package fencetest_test

import (
	"fmt"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/fencetest"
	"example.com/fencing/chapter/keyed"
)

// A lock service that goes by a clock turned by hand: leases run out, and
// nothing waits for them.
func ExampleCheckLocker() {
	err := fencetest.CheckLocker(func() fencetest.LockerHarness {
		clock := new(chapter.Clock)
		return fencetest.LockerHarness{
			Locker:   keyed.NewLockTable(clock.Now),
			Advance:  clock.Advance,
			Now:      clock.Now,
			NoReopen: true, // the table lives in memory
		}
	})
	fmt.Println(err)

	// Output:
	// <nil>
}
