package nats

import (
	"context"
	"fmt"
	"time"
)

// Predict: client1 holds a lease of one second and stops. client2 waits until it is
// granted the lease, and writes. client1 wakes and makes its write. Both use plain
// puts. What does the bucket hold?
func Example_s01_zombieWrite() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	locks, data, remove := buckets(ctx)
	defer remove()

	lease1, err := locks.Acquire(ctx, "orders", "client1", time.Second)
	fmt.Printf("%s: token %d, %v\n", lease1.Holder, lease1.Token, err)
	_, err = locks.Acquire(ctx, "orders", "client2", time.Second)
	fmt.Println("client2:", err)

	// client1 stops; the server drops its key; client2 asks until then.
	lease2, err := acquire(ctx, locks, "orders", "client2", time.Second)
	fmt.Printf("%s: token %d, %v\n", lease2.Holder, lease2.Token, err)
	_, err = data.Put(ctx, "orders", []byte("client2 data"))
	fmt.Println("client2 writes:", err)

	_, err = data.Put(ctx, "orders", []byte("client1 stale data")) // client1 wakes
	fmt.Println("client1 writes:", err)
	entry, err := data.Get(ctx, "orders")
	fmt.Printf("the bucket holds: %s, %v\n", entry.Value(), err)

	// Tokens 1 and 3: the server's note that the key has expired is a revision,
	// too. Gaps are fine.

	// Output:
	// client1: token 1, <nil>
	// client2: lease held by client1
	// client2: token 3, <nil>
	// client2 writes: <nil>
	// client1 writes: <nil>
	// the bucket holds: client1 stale data, <nil>
}
