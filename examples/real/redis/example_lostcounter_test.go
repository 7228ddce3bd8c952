package redis_test

import (
	"context"
	"fmt"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"example.com/fencing/examples/real/internal/servers"
	"example.com/fencing/examples/real/redis"
)

// Predict: the leases are in a Redis that keeps nothing on disk, which seems good
// enough for what is over in a minute. The reports are in one that keeps all.
// client1 holds a lease when the first one is killed and started again. Who holds
// the lease then, and whose writes are accepted?
func Example_lostCounter() {
	ctx := context.Background()
	client, prefix, drop := fresh()
	defer drop()
	store := redis.NewStore(client, prefix)

	forgetful, err := servers.Redis(true) // --save "", and no --appendonly
	if err != nil {
		fmt.Println(err)
		return
	}
	defer forgetful.Stop()
	connect := func() *goredis.Client { return goredis.NewClient(options(forgetful)) }

	before := connect()
	defer before.Close()
	locks := redis.NewLocks(before, prefix)
	for range 2 { // grants of an uneventful day
		lease, _ := locks.Acquire(ctx, "report", "client0", time.Minute)
		_ = locks.Release(ctx, "report", lease)
	}
	lease1, err := locks.Acquire(ctx, "report", "client1", time.Minute)
	fmt.Println("client1 has token", lease1.Token, err)
	fmt.Println("client1 writes:", store.Write(ctx, "report", []byte("client1 data"), lease1.Token))

	fmt.Println("killed, and started again:", forgetful.Restart())

	after := connect()
	defer after.Close()
	lease2, err := redis.NewLocks(after, prefix).Acquire(ctx, "report", "client2", time.Minute)
	fmt.Println("client2 has token", lease2.Token, err)
	fmt.Println("client2 writes:", store.Write(ctx, "report", []byte("client2 data"), lease2.Token))
	fmt.Println("client1 writes:", store.Write(ctx, "report", []byte("client1 stale data"), lease1.Token))

	// The lease was lost, and so there are two holders. That a fence would bear.
	// But the counter was lost as well: the new holder is locked out, and the old
	// one is not.

	// Output:
	// client1 has token 3 <nil>
	// client1 writes: <nil>
	// killed, and started again: <nil>
	// client2 has token 1 <nil>
	// client2 writes: token 1 < 3
	// client1 writes: <nil>
}
