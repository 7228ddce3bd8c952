package examples_test

import (
	"context"
	"fmt"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/keyed"
)

// Predict: orders and users are two resources under two leases in one bucket.
// The holder of orders has token 34, the holder of users 7. Is token 7 refused?
// Then orders is deleted, and a zombie with token 33 tries to create it anew.
// Is there a mark left to refuse it?
func Example_s08_markPerKey() {
	ctx := context.Background()
	var bucket keyed.Bucket
	write := func(key, data string, token chapter.Token) {
		fmt.Printf("write %s with %d: %v\n", key, token, bucket.Write(ctx, key, []byte(data), token))
	}

	write("orders", "client2 data", 34)
	write("users", "client3 data", 7)
	write("orders", "client1 stale data", 33)

	fmt.Println("delete orders with 33:", bucket.Delete(ctx, "orders", 33))
	fmt.Println("delete orders with 34:", bucket.Delete(ctx, "orders", 34))
	write("orders", "client1 stale data", 33)
	write("orders", "client4 data", 35)

	// A mark belongs to what its lease protects: one for the whole bucket would
	// lock the holder of users out. And it outlives the data: a deleted key
	// without a mark would take any token, the zombie's first of all.

	// Output:
	// write orders with 34: <nil>
	// write users with 7: <nil>
	// write orders with 33: token 33 < 34
	// delete orders with 33: token 33 < 34
	// delete orders with 34: <nil>
	// write orders with 33: token 33 < 34
	// write orders with 35: <nil>
}
