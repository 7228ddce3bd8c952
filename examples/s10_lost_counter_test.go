package examples_test

import (
	"fmt"
	"time"

	"example.com/fencing/chapter"
)

// Predict: while client1 is paused the lock service restarts, once with the
// counter it had and once without, so that it begins at 1 again. client2 is
// granted the next lease. Who gets into the storage, if client1 had written
// before its pause? And if it had not?
func Example_s10_lostCounter() {
	for _, run := range []struct {
		title         string
		restart       func(*chapter.LockService)
		client1Writes bool
	}{
		{"counter kept", (*chapter.LockService).Restart, true},
		{"counter lost, client1 had written", (*chapter.LockService).RestartWithoutCounter, true},
		{"counter lost, client1 had not written", (*chapter.LockService).RestartWithoutCounter, false},
	} {
		var clock chapter.Clock
		locks := chapter.NewLockService(clock.Now, 10*time.Second, chapter.FirstToken(33))
		var storage chapter.FencedStorage

		lease1, _ := locks.Acquire("client1")
		if run.client1Writes {
			storage.Write("client1 data", lease1.Token)
		}
		run.restart(locks)
		clock.Advance(15 * time.Second) // client1 is paused

		lease2, _ := locks.Acquire("client2")
		fmt.Println(run.title)
		fmt.Println("  client2 writes:", storage.Write("client2 data", lease2.Token))
		fmt.Println("  client1 writes:", storage.Write("client1 stale data", lease1.Token))
		fmt.Println("  storage holds:", storage.Read())
	}

	// Tokens say "later" only as long as they grow. A service that starts over
	// makes newcomers look old: the mark locks them out until the count is back
	// at 33, which then two have. And where no mark was set yet, the zombie
	// comes in as the later one.

	// Output:
	// counter kept
	//   client2 writes: <nil>
	//   client1 writes: token 33 < 34
	//   storage holds: client2 data
	// counter lost, client1 had written
	//   client2 writes: token 1 < 33
	//   client1 writes: <nil>
	//   storage holds: client1 stale data
	// counter lost, client1 had not written
	//   client2 writes: <nil>
	//   client1 writes: <nil>
	//   storage holds: client1 stale data
}
