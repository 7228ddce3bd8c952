package etcd_test

import (
	"context"
	"fmt"

	"go.etcd.io/etcd/client/v3/concurrency"
)

// Two workers of one process share its session, and each has a mutex of its own
// on the same name. The first has locked it. What does the second one get?
func Example_oneSession() {
	ctx := context.Background()
	shared, err := concurrency.NewSession(client)
	must(err)
	defer shared.Close()
	worker1 := concurrency.NewMutex(shared, "shared/leader")
	worker2 := concurrency.NewMutex(shared, "shared/leader")

	fmt.Println("worker1:", worker1.TryLock(ctx))
	fmt.Println("worker2:", worker2.TryLock(ctx))
	fmt.Println("they have the same key:", worker1.Key() == worker2.Key())

	other, err := concurrency.NewSession(client)
	must(err)
	defer other.Close()
	worker3 := concurrency.NewMutex(other, "shared/leader")
	fmt.Println("worker3, with a session of its own:", worker3.TryLock(ctx))

	// Output:
	// worker1: <nil>
	// worker2: <nil>
	// they have the same key: true
	// worker3, with a session of its own: mutex: Locked by another session
}
