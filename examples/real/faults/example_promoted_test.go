package faults

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"example.com/fencing/chapter/keyed"
	"example.com/fencing/examples/real/internal/loopback"
	"example.com/fencing/examples/real/internal/servers"
	"example.com/fencing/examples/real/redis"
)

// Predict: the leases are in a Redis that syncs every write to its disk before it
// acknowledges it, and a replica stands by. The reports are in a storage that loses
// nothing. The replica loses its connection for a moment; in that moment client1 is
// granted the lease, the machine of the first Redis burns down, and the replica is
// promoted. Who holds the lease then, and whose writes are accepted?
func Example_promotedReplica() {
	ctx := context.Background()
	var reports keyed.Bucket
	master, client, stop := startRedis()
	defer stop()
	_, replica, stop := startRedis()
	defer stop()
	follow(ctx, replica, client)

	locks := redis.NewLocks(client, "")
	for range 2 { // grants of an uneventful day
		lease, _ := locks.Acquire(ctx, "report", "client0", time.Minute)
		_ = locks.Release(ctx, "report", lease)
	}
	fmt.Println("the replica has acknowledged:", client.Wait(ctx, 1, time.Minute).Val() == 1)
	cutOff(ctx, client)

	lease1, err := locks.Acquire(ctx, "report", "client1", time.Minute)
	fmt.Println("client1 has token", lease1.Token, err)
	fmt.Println("client1 writes:", reports.Write(ctx, "report", []byte("client1 data"), lease1.Token))

	fmt.Println("the first Redis is gone:", master.Kill())
	fmt.Println("the replica is promoted:", replica.Do(ctx, "REPLICAOF", "NO", "ONE").Err())

	lease2, err := redis.NewLocks(replica, "").Acquire(ctx, "report", "client2", time.Minute)
	fmt.Println("client2 has token", lease2.Token, err)
	fmt.Println("client2 writes:", reports.Write(ctx, "report", []byte("client2 data"), lease2.Token))
	fmt.Println("client1 writes:", reports.Write(ctx, "report", []byte("client1 stale data"), lease1.Token))
	data, mark, err := reports.Read(ctx, "report")
	fmt.Printf("the report is %q, under mark %d, %v\n", data, mark, err)

	// The grant was acknowledged and never reached the replica. Its counter was
	// one behind, and so the same number was granted twice: the fence can't tell
	// the two holders apart. Two behind, and client2 would be locked out.
	//
	// After a failover, raise the counters above all marks before anything is
	// granted; or take tokens from a service that acknowledges a grant only when
	// most of its members have it.

	// Output:
	// the replica has acknowledged: true
	// client1 has token 3 <nil>
	// client1 writes: <nil>
	// the first Redis is gone: <nil>
	// the replica is promoted: <nil>
	// client2 has token 3 <nil>
	// client2 writes: <nil>
	// client1 writes: <nil>
	// the report is "client1 stale data", under mark 3, <nil>
}

// startRedis starts a Redis that loses nothing when it is killed.
func startRedis() (server *servers.Server, client *goredis.Client, stop func()) {
	server, err := servers.Redis(false)
	must(err)
	client = goredis.NewClient(&goredis.Options{Network: "unix", Addr: server.Address})
	return server, client, func() {
		must(client.Close())
		must(server.Stop())
	}
}

// follow makes one Redis the replica of another, and returns when it has all that
// the other has.
func follow(ctx context.Context, replica, master *goredis.Client) {
	free, err := loopback.FreePort()
	must(err)
	port := strconv.Itoa(free)
	must(master.ConfigSet(ctx, "port", port).Err())
	must(master.ConfigSet(ctx, "repl-diskless-sync-delay", "0").Err()) // no others are to be waited for
	must(replica.Do(ctx, "REPLICAOF", "127.0.0.1", port).Err())
	for deadline := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
		info, err := replica.Info(ctx, "replication").Result()
		must(err)
		if strings.Contains(info, "master_link_status:up") {
			return
		}
		if time.Now().After(deadline) {
			panic("the replica does not follow:\n" + info)
		}
	}
}

// cutOff breaks the connection to the replica for good: nobody listens any more.
func cutOff(ctx context.Context, master *goredis.Client) {
	must(master.ConfigSet(ctx, "port", "0").Err())
	must(master.ClientKillByFilter(ctx, "TYPE", "replica").Err())
}

// must ends an Example whose preparations fail.
func must(err error) {
	if err != nil {
		panic(err)
	}
}
