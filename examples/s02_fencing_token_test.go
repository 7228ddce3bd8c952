package examples_test

import (
	"fmt"
	"time"

	"example.com/fencing/chapter"
)

// Predict: the same order of events, but each write carries the token of its
// lease, and the storage refuses any token lower than the highest it has
// accepted. client2 writes twice before client1 wakes. Which of the three
// writes are refused, and what does client1 believe afterwards?
func Example_s02_fencingToken() {
	var clock chapter.Clock
	locks := chapter.NewLockService(clock.Now, 10*time.Second, chapter.FirstToken(33))
	var storage chapter.FencedStorage

	lease1, err := locks.Acquire("client1")
	fmt.Println(lease1, err)

	clock.Advance(15 * time.Second) // client1 stops to collect garbage

	lease2, err := locks.Acquire("client2")
	fmt.Println(lease2, err)
	fmt.Println("client2 writes:", storage.Write("client2 draft", lease2.Token))
	fmt.Println("client2 writes:", storage.Write("client2 data", lease2.Token))

	fmt.Println("client1 writes:", storage.Write("client1 stale data", lease1.Token))
	fmt.Println("storage holds:", storage.Read())
	fmt.Println("client1 still believes:", lease1)

	// 33 < 34, so the storage knows that a later grant has been here. Equal is
	// fine: the same holder writes again. The fence protects the resource; the
	// belief lives in client1's memory, where nobody else can change it.

	// Output:
	// client1 holds token 33 until 12:00:10 <nil>
	// client2 holds token 34 until 12:00:25 <nil>
	// client2 writes: <nil>
	// client2 writes: <nil>
	// client1 writes: token 33 < 34
	// storage holds: client2 data
	// client1 still believes: client1 holds token 33 until 12:00:10
}
