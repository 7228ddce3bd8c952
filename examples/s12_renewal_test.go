package examples_test

import (
	"fmt"
	"time"

	"example.com/fencing/chapter"
)

// Predict: client1 renews its lease of twelve seconds every four, for half a
// minute. Then it is paused, and its heartbeat with it; on waking it renews
// before anything else. Is it granted? Nobody else wanted the lease in the
// meantime: does client1 get its old token back?
func Example_s12_renewal() {
	for _, draws := range []bool{false, true} {
		var clock chapter.Clock
		ttl := 12 * time.Second
		options := []chapter.Option{chapter.FirstToken(33)}
		if draws {
			options = append(options, chapter.RenewalDrawsToken())
		}
		locks := chapter.NewLockService(clock.Now, ttl, options...)
		fmt.Println("each renewal draws a token:", draws)

		lease, err := locks.Acquire("client1")
		fmt.Println(" ", lease, err)
		for range 8 { // heartbeats, every third of the TTL
			clock.Advance(ttl / 3)
			lease, err = locks.Renew(lease)
		}
		fmt.Println(" ", lease, err)

		clock.Advance(15 * time.Second) // the heartbeat stops with the process

		_, err = locks.Renew(lease)
		fmt.Println("  on waking:", err)
		again, err := locks.Acquire("client1")
		fmt.Println(" ", again, err)
	}

	// A renewal may keep the token or raise it; both are sound. It never brings
	// a dead lease back: somebody else could have come and gone in between. So
	// a new grant has a new token, for the same client too.

	// Output:
	// each renewal draws a token: false
	//   client1 holds token 33 until 12:00:12 <nil>
	//   client1 holds token 33 until 12:00:44 <nil>
	//   on waking: lease not held: token 33 expired at 12:00:44
	//   client1 holds token 34 until 12:00:59 <nil>
	// each renewal draws a token: true
	//   client1 holds token 33 until 12:00:12 <nil>
	//   client1 holds token 41 until 12:00:44 <nil>
	//   on waking: lease not held: token 41 expired at 12:00:44
	//   client1 holds token 42 until 12:00:59 <nil>
}
