package redis_test

import (
	"context"
	"fmt"
	"time"

	"example.com/fencing/examples/real/redis"
)

// Predict: client1 is granted the lease and pauses until it is over. client2 is
// granted it and sets the report. Then client1 wakes and sets the report as it was
// about to. What does each SET return, and what does Redis hold?
func Example_s01_zombieWrite() {
	ctx := context.Background()
	client, prefix, drop := fresh()
	defer drop()
	locks := redis.NewLocks(client, prefix)

	lease1, err := locks.Acquire(ctx, "report", "client1", 200*time.Millisecond)
	fmt.Println("client1 has token", lease1.Token, err)

	lease2, err := acquireOnceFree(locks, "report", "client2") // client1 is paused
	fmt.Println("client2 has token", lease2.Token, err)

	fmt.Println("client2 writes:", client.Set(ctx, prefix+"report", "client2 data", 0).Err())
	fmt.Println("client1 writes:", client.Set(ctx, prefix+"report", "client1 stale data", 0).Err())
	fmt.Println("Redis holds:", client.Get(ctx, prefix+"report").Val())

	// Lease and report are in the same Redis, a few bytes apart. SET looks at
	// one of them.

	// Output:
	// client1 has token 1 <nil>
	// client2 has token 2 <nil>
	// client2 writes: <nil>
	// client1 writes: <nil>
	// Redis holds: client1 stale data
}
