package examples_test

import (
	"fmt"
	"time"

	"example.com/fencing/chapter"
)

// Predict: nobody pauses. client1 checks its lease immediately before it
// writes, and its code is quick. But its clock runs slow, or is set back. What
// does its check say, and what happens at the plain and at the fenced storage?
func Example_s18_slowClock() {
	for _, client1 := range []struct {
		clock string
		moves []time.Duration // how client1's clock moves while 12s pass
	}{
		{"runs slow", []time.Duration{8 * time.Second}},
		{"is set back", []time.Duration{12 * time.Second, -5 * time.Second}},
		{"is right", []time.Duration{12 * time.Second}},
	} {
		var clock, clock1 chapter.Clock // the lock service's, and client1's own
		locks := chapter.NewLockService(clock.Now, 10*time.Second, chapter.FirstToken(33))
		var plain chapter.PlainStorage
		var fenced chapter.FencedStorage

		lease1, _ := locks.Acquire("client1")
		clock.Advance(12 * time.Second)
		for _, d := range client1.moves {
			clock1.Advance(d)
		}
		lease2, _ := locks.Acquire("client2")
		plain.Write("client2 data")
		fenced.Write("client2 data", lease2.Token)

		fmt.Printf("client1's clock %s: expired: %v\n", client1.clock, lease1.Expired(clock1.Now()))
		if !lease1.Expired(clock1.Now()) {
			plain.Write("client1 stale data")
			fmt.Println("  plain storage holds:", plain.Read())
			fmt.Println("  fenced storage:", fenced.Write("client1 stale data", lease1.Token))
		}
	}

	// A lease takes two clocks that agree: on the time of day, as here, or at
	// least on how long ten seconds are. A fence takes none: it compares two
	// numbers in one place.

	// Output:
	// client1's clock runs slow: expired: false
	//   plain storage holds: client1 stale data
	//   fenced storage: token 33 < 34
	// client1's clock is set back: expired: false
	//   plain storage holds: client1 stale data
	//   fenced storage: token 33 < 34
	// client1's clock is right: expired: true
}
