package examples_test

import (
	"fmt"
	"time"

	"example.com/fencing/chapter"
)

// Predict: the storage keeps its data on disk, but its mark only in memory. It
// has just refused client1. Then it restarts, and client1 tries once more.
// Is it refused again?
func Example_s11_lostMark() {
	var clock chapter.Clock
	locks := chapter.NewLockService(clock.Now, 10*time.Second, chapter.FirstToken(33))
	var storage chapter.FencedStorage

	lease1, _ := locks.Acquire("client1")
	clock.Advance(15 * time.Second) // client1 stops to collect garbage
	lease2, _ := locks.Acquire("client2")
	storage.Write("client2 data", lease2.Token)
	fmt.Println("client1 writes:", storage.Write("client1 stale data", lease1.Token))

	storage.RestartWithoutMark()
	fmt.Println("after the restart, storage holds:", storage.Read())

	fmt.Println("client1 writes:", storage.Write("client1 stale data", lease1.Token))
	fmt.Println("storage holds:", storage.Read())

	// A storage without a mark is at the beginning of time: every token is the
	// highest so far. Mark and data belong in one atomic, durable write, and
	// in every replica that may take over.

	// Output:
	// client1 writes: token 33 < 34
	// after the restart, storage holds: client2 data
	// client1 writes: <nil>
	// storage holds: client1 stale data
}
