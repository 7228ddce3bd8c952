package zookeeper_test

import (
	"fmt"
	"time"

	"github.com/go-zookeeper/zk"
)

// client1 has the lock and is stopped for longer than its session lasts. client2
// locks and writes. client1 wakes, with a client library that finds its session
// expired. It writes, and if that fails it tries again. Does ZooKeeper let it?
func Example_s01_zombieWrite() {
	anyone := zk.WorldACL(zk.PermAll)
	process1, client1 := start(2 * time.Second)
	_, client2 := start(10 * time.Second)
	defer bye(client1, client2)

	lock1 := zk.NewLock(client1, home+"/s01/leader", anyone)
	fmt.Println("client1 locks:", lock1.Lock())
	before := client1.SessionID()
	process1.stop()

	lock2 := zk.NewLock(client2, home+"/s01/leader", anyone)
	fmt.Println("client2 locks:", inTime(lock2.Lock)) // waits until client1's session is over
	_, err := client2.Create(home+"/s01/report", []byte("client2 data"), 0, anyone)
	fmt.Println("client2 writes:", err)

	process1.wake()
	err = inTheEnd(func() error {
		_, err := client1.Set(home+"/s01/report", []byte("client1 stale data"), -1)
		return err
	})
	fmt.Println("client1 writes:", err)
	report, _, err := client2.Get(home + "/s01/report")
	fmt.Printf("ZooKeeper holds: %s %v\n", report, err)
	fmt.Println("client1 has a new session:", client1.SessionID() != before)

	// Output:
	// client1 locks: <nil>
	// client2 locks: <nil>
	// client2 writes: <nil>
	// client1 writes: <nil>
	// ZooKeeper holds: client1 stale data <nil>
	// client1 has a new session: true
}
