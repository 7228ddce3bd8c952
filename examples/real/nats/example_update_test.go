package nats

import (
	"context"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Predict: a key is created with a TTL of one second. Its holder renews it once with
// Update, as one would, and dies. A second key is renewed by Locks. Which of the two
// is gone in the end?
func Example_updateDropsTTL() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	locks, _, remove := buckets(ctx)
	defer remove()

	naive, err := locks.kv.Create(ctx, "naive", []byte("client1"), jetstream.KeyTTL(time.Second))
	fmt.Println("naive, created:", err)
	_, err = locks.kv.Update(ctx, "naive", []byte("client1"), naive)
	fmt.Println("naive, renewed:", err)

	lease, err := locks.Acquire(ctx, "sound", "client1", time.Second)
	fmt.Println("sound, acquired:", err)
	_, err = locks.Renew(ctx, "sound", lease, time.Second)
	fmt.Println("sound, renewed:", err)

	// client1 dies. The second lease began after the first, for as long.
	_, err = acquire(ctx, locks, "sound", "client2", time.Second)
	fmt.Println("sound, client2:", err)
	_, err = locks.Acquire(ctx, "naive", "client2", time.Second)
	fmt.Println("naive, client2:", err)

	// A TTL belongs to one value, not to the key: what comes in its place has its
	// own, or none. Update sends none.

	// Output:
	// naive, created: <nil>
	// naive, renewed: <nil>
	// sound, acquired: <nil>
	// sound, renewed: <nil>
	// sound, client2: <nil>
	// naive, client2: lease held by client1
}
