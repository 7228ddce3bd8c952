package examples_test

import (
	"fmt"
	"time"

	"example.com/fencing/chapter"
)

// Predict: client1 holds the lease and stops for a long garbage collection.
// Meanwhile its lease lapses, and client2 is granted the next one and writes.
// Then client1 wakes and makes the write it was about to make. What does the
// storage hold, and who is told of an error?
func Example_s01_zombieWrite() {
	var clock chapter.Clock
	locks := chapter.NewLockService(clock.Now, 10*time.Second, chapter.FirstToken(33))
	var storage chapter.PlainStorage

	lease1, err := locks.Acquire("client1")
	fmt.Println(lease1, err)

	clock.Advance(15 * time.Second) // client1 stops to collect garbage

	lease2, err := locks.Acquire("client2")
	fmt.Println(lease2, err)
	storage.Write("client2 data")

	storage.Write("client1 stale data") // client1 wakes and goes on where it stopped
	fmt.Println("storage holds:", storage.Read())

	// The lock service did nothing wrong: lease1 ended at 12:00:10, and lease2
	// began at 12:00:15. But a lease ends in the lock service, and the write
	// lands in the storage, which has never heard of leases.

	// Output:
	// client1 holds token 33 until 12:00:10 <nil>
	// client2 holds token 34 until 12:00:25 <nil>
	// storage holds: client1 stale data
}
