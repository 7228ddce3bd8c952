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
	for _, service := range []struct {
		title   string
		options []chapter.Option
	}{
		{"renewal keeps the token", []chapter.Option{chapter.FirstToken(33)}},
		{"renewal draws a token", []chapter.Option{chapter.FirstToken(33), chapter.RenewalDrawsToken()}},
	} {
		var clock chapter.Clock
		ttl := 12 * time.Second
		locks := chapter.NewLockService(clock.Now, ttl, service.options...)
		fmt.Println(service.title)

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
	// renewal keeps the token
	//   client1 holds token 33 until 12:00:12 <nil>
	//   client1 holds token 33 until 12:00:44 <nil>
	//   on waking: lease not held: token 33 expired at 12:00:44
	//   client1 holds token 34 until 12:00:59 <nil>
	// renewal draws a token
	//   client1 holds token 33 until 12:00:12 <nil>
	//   client1 holds token 41 until 12:00:44 <nil>
	//   on waking: lease not held: token 41 expired at 12:00:44
	//   client1 holds token 42 until 12:00:59 <nil>
}
