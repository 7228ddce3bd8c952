package etcd_test

import (
	"context"
	"fmt"

	"go.etcd.io/etcd/client/v3/concurrency"
)

// An etcd lease has an ID, a number that somebody may take for a token. client1
// opens its session first and gets the lock last. Who has the larger lease ID, and
// whose lock key the larger create revision?
func Example_leaseID() {
	ctx := context.Background()
	session1, err := concurrency.NewSession(client)
	must(err)
	defer session1.Close()
	session2, err := concurrency.NewSession(client)
	must(err)
	defer session2.Close()

	// createRevision is the token: the revision that created the lock's key.
	createRevision := func(lock *concurrency.Mutex) int64 {
		key, err := client.Get(ctx, lock.Key())
		must(err)
		return key.Kvs[0].CreateRevision
	}

	lock2 := concurrency.NewMutex(session2, "leaseid/leader")
	must(lock2.Lock(ctx))
	token2 := createRevision(lock2)
	must(lock2.Unlock(ctx))

	lock1 := concurrency.NewMutex(session1, "leaseid/leader") // granted later
	must(lock1.Lock(ctx))
	token1 := createRevision(lock1)

	fmt.Println("client1 has the larger lease ID:", session1.Lease() > session2.Lease())
	fmt.Println("client1 has the larger create revision:", token1 > token2)

	// Output:
	// client1 has the larger lease ID: false
	// client1 has the larger create revision: true
}
