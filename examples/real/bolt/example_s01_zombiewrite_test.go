package bolt

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"go.etcd.io/bbolt"

	"example.com/fencing/chapter"
)

// Predict: one process owns the file, and writes what its clients send. client1
// holds the lease, sends its write, and the network holds it back. client2 is granted
// the next lease and writes. Then client1's write arrives. What does the file hold?
func Example_s01_zombieWrite() {
	db, remove := openTemp()
	defer remove()
	put := func(data string) error {
		return db.Update(func(tx *bbolt.Tx) error {
			orders, err := tx.CreateBucketIfNotExists([]byte("orders"))
			if err != nil {
				return err
			}
			return orders.Put([]byte("order 7"), []byte(data))
		})
	}
	var clock chapter.Clock
	locks := chapter.NewLockService(clock.Now, 10*time.Second, chapter.FirstToken(33))

	fmt.Println(locks.Acquire("client1"))
	clock.Advance(15 * time.Second)
	fmt.Println(locks.Acquire("client2"))
	fmt.Println("client2 writes:", put("client2 data"))
	fmt.Println("client1 writes:", put("client1 stale data"))

	err := db.View(func(tx *bbolt.Tx) error {
		fmt.Printf("the file holds: %s\n", tx.Bucket([]byte("orders")).Get([]byte("order 7")))
		return nil
	})
	fmt.Println(err)

	// Each write was a transaction, durable and isolated. None of that asks who
	// may write.

	// Output:
	// client1 holds token 33 until 12:00:10 <nil>
	// client2 holds token 34 until 12:00:25 <nil>
	// client2 writes: <nil>
	// client1 writes: <nil>
	// the file holds: client1 stale data
	// <nil>
}

// openTemp opens an empty database for an Example.
func openTemp() (db *bbolt.DB, remove func()) {
	dir, err := os.MkdirTemp("", "fence")
	if err != nil {
		panic(err)
	}
	db, err = bbolt.Open(filepath.Join(dir, "data.db"), 0o600, nil)
	if err != nil {
		panic(err)
	}
	return db, func() {
		if err := db.Close(); err != nil {
			panic(err)
		}
		if err := os.RemoveAll(dir); err != nil {
			panic(err)
		}
	}
}
