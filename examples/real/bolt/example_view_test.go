package bolt

import (
	"context"
	"fmt"

	"go.etcd.io/bbolt"

	"example.com/fencing/chapter"
)

// Predict: somebody wants to spare bbolt's one writer the refused writes. It looks
// at the mark in a transaction that only reads, and opens one that writes if the
// token is good. 33 looks; 34 claims and writes; 33 writes. Both steps are
// transactions. What does the file hold?
func Example_checkInView() {
	db, remove := openTemp()
	defer remove()
	store, err := NewStore(db, "orders")
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	check := func(token chapter.Token) error {
		return db.View(func(tx *bbolt.Tx) error {
			mark, err := decode(tx.Bucket([]byte("orders marks")).Get([]byte("order 7")))
			if err == nil && token < mark {
				err = &chapter.StaleTokenError{Token: token, Highest: mark}
			}
			return err
		})
	}
	put := func(data string) error {
		return db.Update(func(tx *bbolt.Tx) error {
			return tx.Bucket([]byte("orders")).Put([]byte("order 7"), []byte(data))
		})
	}

	fmt.Println("33 looks: ", check(33))
	_, err = store.Claim(ctx, "order 7", 34)
	fmt.Println("34 claims:", err)
	fmt.Println("34 writes:", store.Write(ctx, "order 7", []byte("client2 data"), 34))
	fmt.Println("33 writes:", put("client1 stale data"))
	data, mark, err := store.Read(ctx, "order 7")
	fmt.Printf("the file holds: %s, mark %d, %v\n", data, mark, err)
	fmt.Println("33 looks: ", check(33))

	// Two transactions are two steps. The look is worth having where refusals are
	// many, if the transaction that writes looks once more.

	// Output:
	// 33 looks:  <nil>
	// 34 claims: <nil>
	// 34 writes: <nil>
	// 33 writes: <nil>
	// the file holds: client1 stale data, mark 34, <nil>
	// 33 looks:  token 33 < 34
}
