package zookeeper_test

import (
	"fmt"
	"time"

	"github.com/go-zookeeper/zk"
)

// Lock and data are both in ZooKeeper here, and each write checks in one Multi
// that the writer's lock node is still there, at version 0. Once the node has a
// number at its end that is never used twice, and once it has always the same
// path. Which of the two keeps the zombie out?
func Example_multi() {
	anyone := zk.WorldACL(zk.PermAll)
	process1, client1 := start(2 * time.Second)
	_, client2 := start(10 * time.Second)
	defer bye(client1, client2)
	for _, path := range []string{home, home + "/multi", home + "/multi/queue", home + "/multi/report"} {
		_, err := client2.Create(path, nil, 0, anyone)
		must(err)
	}
	write := func(client *zk.Conn, lock, data string) error {
		_, err := client.Multi(
			&zk.CheckVersionRequest{Path: lock, Version: 0},
			&zk.SetDataRequest{Path: home + "/multi/report", Data: []byte(data), Version: -1},
		)
		return err
	}

	numbered1, err := client1.Create(home+"/multi/queue/lock-", nil, zk.FlagEphemeralSequential, anyone)
	must(err)
	same, err := client1.Create(home+"/multi/lock", nil, zk.FlagEphemeral, anyone)
	must(err)
	process1.stop()

	// client2 waits until client1's session is over, and with it both nodes.
	must(inTheEnd(func() error {
		_, err := client2.Create(home+"/multi/lock", nil, zk.FlagEphemeral, anyone)
		return err
	}))
	numbered2, err := client2.Create(home+"/multi/queue/lock-", nil, zk.FlagEphemeralSequential, anyone)
	must(err)
	fmt.Println("client2 writes, numbered:", write(client2, numbered2, "client2 data"))

	process1.wake()
	must(inTheEnd(func() error { _, _, err := client1.Get(home + "/multi/report"); return err })) // connected again
	fmt.Println("client1 writes, numbered:", write(client1, numbered1, "client1 stale data"))
	fmt.Println("client1 writes, same path:", write(client1, same, "client1 stale data"))
	report, _, err := client2.Get(home + "/multi/report")
	fmt.Printf("ZooKeeper holds: %s %v\n", report, err)

	// Output:
	// client2 writes, numbered: <nil>
	// client1 writes, numbered: zk: node does not exist
	// client1 writes, same path: <nil>
	// ZooKeeper holds: client1 stale data <nil>
}
