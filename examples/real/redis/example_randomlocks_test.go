package redis_test

import (
	"context"
	"fmt"
	"time"

	"example.com/fencing/examples/real/redis"
)

// Predict: the lock of Redis's manual gives each grant a random value. It keeps
// client1, which wakes late, from releasing what client2 holds by now. Can it keep
// client1 from writing, too?
func ExampleRandomLocks() {
	ctx := context.Background()
	client, prefix, drop := fresh()
	defer drop()
	locks, store := redis.NewRandomLocks(client, prefix), redis.NewStore(client, prefix)

	lease1, err := locks.Acquire(ctx, "lock", "client1", 200*time.Millisecond)
	fmt.Println("client1 has token", lease1.Token, err)

	lease2, err := acquireOnceFree(locks, "lock", "client2") // client1 is paused
	fmt.Println("client2 has token", lease2.Token, err)

	fmt.Println("client1 frees what client2 holds:", locks.Release(ctx, "lock", lease1) == nil)
	fmt.Println("client2 writes:", store.Write(ctx, "report", []byte("client2 data"), lease2.Token))

	// Two random values say that the grants differ. Which came later, they don't
	// say, and so a storage has nothing to compare.

	// Output:
	// client1 has token 0 <nil>
	// client2 has token 0 <nil>
	// client1 frees what client2 holds: false
	// client2 writes: no token: a fenced write needs the token of its lease, and 0 is none
}
