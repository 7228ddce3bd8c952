package examples_test

import (
	"fmt"
	"time"

	"example.com/fencing/chapter"
)

// Predict: client1 looks before it writes. It checks its lease once, or twice,
// or wants five seconds left over, or asks the lock service itself, or puts a
// deadline on the write that ends with its lease. The storage is the plain one.
// Which of these five habits saves the data?
func Example_s04_leaseCheck() {
	var clock chapter.Clock
	locks := chapter.NewLockService(clock.Now, 10*time.Second)
	var storage chapter.PlainStorage

	live := func(l chapter.Lease) bool { return !l.Expired(clock.Now()) }
	twice := func(l chapter.Lease) bool { first := live(l); return first && live(l) }
	spare := func(l chapter.Lease) bool { return !l.Expired(clock.Now().Add(5 * time.Second)) }
	for _, client1 := range []struct {
		habit string
		check func(chapter.Lease) bool
	}{
		{"checks once", live},
		{"checks twice", twice},
		{"keeps 5s back", spare},
		{"asks service", locks.Holds},
		{"has deadline", live},
	} {
		lease1, _ := locks.Acquire("client1")
		passed := client1.check(lease1)

		clock.Advance(15 * time.Second) // the pause, or the packet's delay, fits in here

		lease2, _ := locks.Acquire("client2")
		storage.Write("client2 data")
		if passed {
			storage.Write("client1 stale data")
		}
		fmt.Printf("%-13s %s\n", client1.habit, storage.Read())
		locks.Release(lease2)
	}

	// None. Each check is right at its instant, and the write comes later: the
	// pause can follow the last thing that client1 does before it writes. (A
	// deadline bounds client1's waiting, not the journey of its packet.)

	// Output:
	// checks once   client1 stale data
	// checks twice  client1 stale data
	// keeps 5s back client1 stale data
	// asks service  client1 stale data
	// has deadline  client1 stale data
}
