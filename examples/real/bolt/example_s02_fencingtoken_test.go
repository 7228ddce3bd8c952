package bolt

import (
	"context"
	"fmt"
	"time"

	"go.etcd.io/bbolt"

	"example.com/fencing/chapter"
)

// Predict: the same order of events, but each write carries its token, and the mark
// is in the same file as the data. Which writes are refused, and what does somebody
// see who reads the bucket and has never heard of the fence?
func Example_s02_fencingToken() {
	db, remove := openTemp()
	defer remove()
	store, err := NewStore(db, "orders")
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	var clock chapter.Clock
	locks := chapter.NewLockService(clock.Now, 10*time.Second, chapter.FirstToken(33))

	lease1, err := locks.Acquire("client1")
	fmt.Println(lease1, err)
	clock.Advance(15 * time.Second)
	lease2, err := locks.Acquire("client2")
	fmt.Println(lease2, err)

	_, err = store.Claim(ctx, "order 7", lease2.Token)
	fmt.Println("client2 claims:", err)
	fmt.Println("client2 writes:", store.Write(ctx, "order 7", []byte("client2 draft"), lease2.Token))
	fmt.Println("client2 writes:", store.Write(ctx, "order 7", []byte("client2 data"), lease2.Token))
	fmt.Println("client1 writes:", store.Write(ctx, "order 7", []byte("client1 stale data"), lease1.Token))

	err = db.View(func(tx *bbolt.Tx) error {
		fmt.Printf("the file holds: %s\n", tx.Bucket([]byte("orders")).Get([]byte("order 7")))
		return nil
	})
	fmt.Println(err)

	// Output:
	// client1 holds token 33 until 12:00:10 <nil>
	// client2 holds token 34 until 12:00:25 <nil>
	// client2 claims: <nil>
	// client2 writes: <nil>
	// client2 writes: <nil>
	// client1 writes: token 33 < 34
	// the file holds: client2 data
	// <nil>
}
