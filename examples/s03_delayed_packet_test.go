package examples_test

import (
	"fmt"
	"time"

	"example.com/fencing/chapter"
)

// Predict: client1 is not paused at all. It sends its write while its lease is
// good, and the network holds the packet back until client2 has been granted
// the lease and has written. Is the packet refused, although it was rightful
// when it was sent?
func Example_s03_delayedPacket() {
	var clock chapter.Clock
	locks := chapter.NewLockService(clock.Now, 10*time.Second, chapter.FirstToken(33))
	var storage chapter.FencedStorage

	lease1, _ := locks.Acquire("client1")
	packet := func() error { return storage.Write("client1 data", lease1.Token) }
	fmt.Println("sent in time:", locks.Holds(lease1))

	clock.Advance(15 * time.Second) // the packet waits in a queue somewhere

	lease2, _ := locks.Acquire("client2")
	fmt.Println("client2 writes:", storage.Write("client2 data", lease2.Token))

	fmt.Println("the packet arrives:", packet())
	fmt.Println("storage holds:", storage.Read())

	// Refused. The storage sees a token lower than its mark; it does not ask
	// why the write is late. Nothing on client1's side could have helped here:
	// client1 did everything right, and in time.

	// Output:
	// sent in time: true
	// client2 writes: <nil>
	// the packet arrives: token 33 < 34
	// storage holds: client2 data
}
