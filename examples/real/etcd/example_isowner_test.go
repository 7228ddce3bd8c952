package etcd_test

import (
	"context"
	"fmt"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

// Lock and data are both in etcd here, and each write asks in its transaction
// whether the lock key is still the writer's own. client1 wakes before client2 has
// written anything. A mark would not have seen the newer token yet. Does this
// check let client1 in?
func Example_isOwner() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	write := func(lock *concurrency.Mutex, data string) bool {
		txn, err := client.Txn(ctx).
			If(lock.IsOwner()). // the revision that created its key is the same
			Then(clientv3.OpPut("owner/report", data)).
			Commit()
		must(err)
		return txn.Succeeded
	}

	session1, err := concurrency.NewSession(client, concurrency.WithTTL(1))
	must(err)
	lock1 := concurrency.NewMutex(session1, "owner/leader")
	must(lock1.Lock(ctx))
	fmt.Println("client1 writes:", write(lock1, "client1 data"))
	session1.Orphan() // client1 stops to collect garbage: its heartbeat stops, too

	session2, err := concurrency.NewSession(client, concurrency.WithTTL(60))
	must(err)
	defer session2.Close()
	lock2 := concurrency.NewMutex(session2, "owner/leader")
	must(lock2.Lock(ctx)) // waits until client1's session is over

	fmt.Println("client1 wakes and writes:", write(lock1, "client1 stale data"))
	fmt.Println("client2 writes:", write(lock2, "client2 data"))
	report, err := client.Get(ctx, "owner/report")
	must(err)
	fmt.Printf("etcd holds: %s\n", report.Kvs[0].Value)

	// Output:
	// client1 writes: true
	// client1 wakes and writes: false
	// client2 writes: true
	// etcd holds: client2 data
}
