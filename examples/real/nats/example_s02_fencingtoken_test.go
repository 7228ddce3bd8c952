package nats

import (
	"context"
	"fmt"
	"time"
)

// Predict: the same order of events, but each write carries its lease's token, and
// the bucket's values carry the mark. client2 claims first, and writes twice. Which
// writes are refused?
func Example_s02_fencingToken() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	locks, data, remove := buckets(ctx)
	defer remove()
	store, err := NewStore(ctx, data)
	if err != nil {
		fmt.Println(err)
		return
	}

	lease1, err := locks.Acquire(ctx, "orders", "client1", time.Second)
	fmt.Printf("%s: token %d, %v\n", lease1.Holder, lease1.Token, err)

	// client1 stops; the server drops its key; client2 asks until then.
	lease2, err := acquire(ctx, locks, "orders", "client2", time.Second)
	fmt.Printf("%s: token %d, %v\n", lease2.Holder, lease2.Token, err)
	_, err = store.Claim(ctx, "orders", lease2.Token)
	fmt.Println("client2 claims:", err)
	fmt.Println("client2 writes:", store.Write(ctx, "orders", []byte("client2 draft"), lease2.Token))
	fmt.Println("client2 writes:", store.Write(ctx, "orders", []byte("client2 data"), lease2.Token))

	fmt.Println("client1 writes:", store.Write(ctx, "orders", []byte("client1 stale data"), lease1.Token))
	entry, err := data.Get(ctx, "orders") // what lies in the bucket: the mark, the data
	fmt.Printf("the bucket holds: %q, %v\n", entry.Value(), err)

	// Output:
	// client1: token 1, <nil>
	// client2: token 3, <nil>
	// client2 claims: <nil>
	// client2 writes: <nil>
	// client2 writes: <nil>
	// client1 writes: token 1 < 3
	// the bucket holds: "3 present\nclient2 data", <nil>
}
