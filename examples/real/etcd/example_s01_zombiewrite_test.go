package etcd_test

import (
	"context"
	"fmt"
	"time"

	"go.etcd.io/etcd/client/v3/concurrency"
)

// client1 locks a mutex of etcd's and stops for longer than its session lasts.
// client2 locks it and writes. client1 wakes and writes. What does etcd hold?
func Example_s01_zombieWrite() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()

	session1, err := concurrency.NewSession(client, concurrency.WithTTL(1))
	must(err)
	lock1 := concurrency.NewMutex(session1, "s01/leader")
	fmt.Println("client1 locks:", lock1.Lock(ctx))
	session1.Orphan() // client1 stops to collect garbage: its heartbeat stops, too

	session2, err := concurrency.NewSession(client, concurrency.WithTTL(60))
	must(err)
	defer session2.Close()
	lock2 := concurrency.NewMutex(session2, "s01/leader")
	fmt.Println("client2 locks:", lock2.Lock(ctx)) // waits until client1's session is over
	_, err = client.Put(ctx, "s01/report", "client2 data")
	fmt.Println("client2 writes:", err)

	_, err = client.Put(ctx, "s01/report", "client1 stale data") // client1 wakes
	fmt.Println("client1 writes:", err)

	report, err := client.Get(ctx, "s01/report")
	must(err)
	fmt.Printf("etcd holds: %s\n", report.Kvs[0].Value)

	// Output:
	// client1 locks: <nil>
	// client2 locks: <nil>
	// client2 writes: <nil>
	// client1 writes: <nil>
	// etcd holds: client1 stale data
}
