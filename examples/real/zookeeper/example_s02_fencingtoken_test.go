package zookeeper_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"example.com/fencing/chapter"
	"example.com/fencing/examples/real/zookeeper"
)

// The same pause, and each write brings its token. What does ZooKeeper hold now?
func Example_s02_fencingToken() {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	process1, client1 := start(10 * time.Second)
	process2, client2 := start(10 * time.Second)
	defer bye(client1, client2)
	locks1 := zookeeper.NewLocks(client1, home+"/s02/locks", process1.open, time.Minute)
	locks2 := zookeeper.NewLocks(client2, home+"/s02/locks", process2.open, time.Minute)
	store1, store2 := zookeeper.NewStore(client1, home+"/s02/data"), zookeeper.NewStore(client2, home+"/s02/data")

	lease1, err := locks1.Acquire(ctx, "leader", "client1", time.Second)
	fmt.Println("client1 acquires:", err)
	process1.stop()

	var lease2 chapter.Lease
	err = inTheEnd(func() (err error) {
		lease2, err = locks2.Acquire(ctx, "leader", "client2", time.Minute)
		return err
	})
	fmt.Println("client2 acquires:", err)
	fmt.Println("its token is higher:", lease2.Token > lease1.Token)
	fmt.Println("client2 writes:", store2.Write(ctx, "report", []byte("client2 draft"), lease2.Token))
	fmt.Println("client2 writes:", store2.Write(ctx, "report", []byte("client2 data"), lease2.Token))

	process1.wake()
	err = store1.Write(ctx, "report", []byte("client1 stale data"), lease1.Token)
	fmt.Println("client1 is refused:", errors.Is(err, chapter.ErrStaleToken))
	data, mark, err := store2.Read(ctx, "report")
	fmt.Printf("ZooKeeper holds: %s %v\n", data, err)
	fmt.Println("the mark is client2's token:", mark == lease2.Token)
	fmt.Println("client2 releases:", locks2.Release(ctx, "leader", lease2))

	// Output:
	// client1 acquires: <nil>
	// client2 acquires: <nil>
	// its token is higher: true
	// client2 writes: <nil>
	// client2 writes: <nil>
	// client1 is refused: true
	// ZooKeeper holds: client2 data <nil>
	// the mark is client2's token: true
	// client2 releases: <nil>
}
