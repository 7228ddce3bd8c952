package redis_test

import (
	"context"
	"fmt"
	"time"

	"example.com/fencing/examples/real/redis"
)

// A new holder claims, which returns what it has to build on and fences the old
// one, and then writes.
func ExampleStore() {
	ctx := context.Background()
	client, prefix, drop := fresh()
	defer drop()
	locks, store := redis.NewLocks(client, prefix), redis.NewStore(client, prefix)

	lease1, _ := locks.Acquire(ctx, "report", "client1", 200*time.Millisecond)
	fmt.Println("client1 writes:", store.Write(ctx, "report", []byte("a"), lease1.Token))

	lease2, _ := acquireOnceFree(locks, "report", "client2")
	data, err := store.Claim(ctx, "report", lease2.Token)
	fmt.Printf("client2 claims: %s %v\n", data, err)

	fmt.Println("client1 writes:", store.Write(ctx, "report", []byte("a, lost"), lease1.Token))
	fmt.Println("client2 writes:", store.Write(ctx, "report", append(data, ", b"...), lease2.Token))

	data, mark, err := store.Read(ctx, "report")
	fmt.Printf("the store holds: %s, mark %d %v\n", data, mark, err)

	// Output:
	// client1 writes: <nil>
	// client2 claims: a <nil>
	// client1 writes: token 1 < 2
	// client2 writes: <nil>
	// the store holds: a, b, mark 2 <nil>
}
