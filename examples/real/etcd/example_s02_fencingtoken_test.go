package etcd_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"example.com/fencing/chapter"
	"example.com/fencing/examples/real/etcd"
)

// The same pause, and each write brings its token. What does etcd hold now?
func Example_s02_fencingToken() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	locks, store := etcd.NewLocks(client, "s02/lock/"), etcd.NewStore(client, "s02/")

	lease1, err := locks.Acquire(ctx, "leader", "client1", time.Second)
	fmt.Println("client1 acquires:", err)

	// client1 stops to collect garbage. client2 asks until the lease is over.
	lease2, err := locks.Acquire(ctx, "leader", "client2", time.Minute)
	for errors.Is(err, chapter.ErrHeld) {
		time.Sleep(20 * time.Millisecond)
		lease2, err = locks.Acquire(ctx, "leader", "client2", time.Minute)
	}
	fmt.Println("client2 acquires:", err)
	fmt.Println("its token is higher:", lease2.Token > lease1.Token)
	fmt.Println("client2 writes:", store.Write(ctx, "report", []byte("client2 draft"), lease2.Token))
	fmt.Println("client2 writes:", store.Write(ctx, "report", []byte("client2 data"), lease2.Token))

	// client1 wakes and goes on where it stopped.
	err = store.Write(ctx, "report", []byte("client1 stale data"), lease1.Token)
	fmt.Println("client1 is refused:", errors.Is(err, chapter.ErrStaleToken))
	data, mark, err := store.Read(ctx, "report")
	fmt.Printf("etcd holds: %s %v\n", data, err)
	fmt.Println("the mark is client2's token:", mark == lease2.Token)

	// Output:
	// client1 acquires: <nil>
	// client2 acquires: <nil>
	// its token is higher: true
	// client2 writes: <nil>
	// client2 writes: <nil>
	// client1 is refused: true
	// etcd holds: client2 data <nil>
	// the mark is client2's token: true
}
