package examples_test

import (
	"fmt"
	"time"

	"example.com/fencing/chapter"
)

// Predict: client1 is refused, "token 33 < 34". Its programmer knows what to do
// about errors: fetch the current token and try again. What happens? And what
// should client1 do instead?
func Example_s19_refreshedToken() {
	var clock chapter.Clock
	locks := chapter.NewLockService(clock.Now, 10*time.Second, chapter.FirstToken(33))
	var forced, kept chapter.FencedStorage // two storages, for two endings

	lease1, _ := locks.Acquire("client1")
	clock.Advance(15 * time.Second) // client1 stops to collect garbage
	lease2, _ := locks.Acquire("client2")
	forced.Write("client2 data", lease2.Token)
	kept.Write("client2 data", lease2.Token)

	fmt.Println("client1 writes:", forced.Write("client1 stale data", lease1.Token))
	fmt.Println("and once more: ", forced.Write("client1 stale data", forced.Mark()))
	fmt.Println("storage holds: ", forced.Read())

	fmt.Println("client1 writes:", kept.Write("client1 stale data", lease1.Token))
	_, err := locks.Acquire("client1") // it drops what it had and queues up like anybody
	fmt.Println("starts over:   ", err)
	locks.Release(lease2)
	lease3, _ := locks.Acquire("client1")
	data, err := kept.Claim(lease3.Token)
	fmt.Println("claims, reads: ", data, err)
	fmt.Println("writes:        ", kept.Write(data+" and client1's", lease3.Token))
	fmt.Println("storage holds: ", kept.Read())

	// A token stands for a grant. A borrowed one says "client2 writes this",
	// and the storage has no way to see that it is a lie. Whoever is fenced out
	// stops, drops its state, and starts over as a newcomer.

	// Output:
	// client1 writes: token 33 < 34
	// and once more:  <nil>
	// storage holds:  client1 stale data
	// client1 writes: token 33 < 34
	// starts over:    lease held by client2 until 12:00:25
	// claims, reads:  client2 data <nil>
	// writes:         <nil>
	// storage holds:  client2 data and client1's
}
