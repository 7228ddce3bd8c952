package examples_test

import (
	"fmt"
	"time"

	"example.com/fencing/chapter"
)

// Predict: a server that can check asks the lock service whether the lease that
// came with a write is still the one. For servers that can't, the lock service
// waits for a minute after a lease has expired before it grants the next. A
// packet of client1's is late by half a minute, or by two minutes. When does it
// do damage?
func Example_s17_lockDelay() {
	for _, late := range []time.Duration{30 * time.Second, 2 * time.Minute} {
		for _, delay := range []time.Duration{0, time.Minute} {
			var clock chapter.Clock
			locks := chapter.NewLockService(clock.Now, 10*time.Second, chapter.LockDelay(delay))
			var asking, dumb chapter.PlainStorage

			lease1, _ := locks.Acquire("client1")
			packet := func() {
				if locks.Holds(lease1) { // the lease came with the packet
					asking.Write("client1 late data")
				}
				dumb.Write("client1 late data")
			}

			arrival := clock.Now().Add(late)
			for !locks.Free() { // client2 waits for the lease
				clock.Advance(time.Second)
				if clock.Now().Equal(arrival) {
					packet()
				}
			}
			arrived := !clock.Now().Before(arrival)
			locks.Acquire("client2")
			asking.Write("client2 data")
			dumb.Write("client2 data")
			if !arrived {
				packet()
			}
			fmt.Printf("packet late by %v, lock-delay %v\n", late, delay)
			fmt.Println("  asking server holds:", asking.Read())
			fmt.Println("  dumb server holds:  ", dumb.Read())
		}
	}

	// Asking stops this packet however late it is; but the question and the write
	// are two steps again, with a shorter gap. The delay needs no server's help:
	// it bets that no packet is later, and costs a minute after every crash.

	// Output:
	// packet late by 30s, lock-delay 0s
	//   asking server holds: client2 data
	//   dumb server holds:   client1 late data
	// packet late by 30s, lock-delay 1m0s
	//   asking server holds: client2 data
	//   dumb server holds:   client2 data
	// packet late by 2m0s, lock-delay 0s
	//   asking server holds: client2 data
	//   dumb server holds:   client1 late data
	// packet late by 2m0s, lock-delay 1m0s
	//   asking server holds: client2 data
	//   dumb server holds:   client1 late data
}
