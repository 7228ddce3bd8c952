package s3

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	awss3 "github.com/aws/aws-sdk-go-v2/service/s3"
)

// Predict: the same order of events, but each write carries its lease's token, and
// the object carries the mark. client2 claims first, and writes twice. Which writes
// are refused?
func Example_s02_fencingToken() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	bucket, remove := exampleBucket(ctx)
	defer remove()
	locks := NewLocks(client, bucket, "leases/")
	store := NewStore(client, bucket, "data/")

	lease1, err := locks.Acquire(ctx, "orders", "client1", time.Second)
	fmt.Printf("%s: token %d, %v\n", lease1.Holder, lease1.Token, err)

	// client1 stops; client2 asks until it has watched the lease run out.
	lease2, err := acquire(ctx, locks, "orders", "client2", time.Second)
	fmt.Printf("%s: token %d, %v\n", lease2.Holder, lease2.Token, err)
	_, err = store.Claim(ctx, "orders", lease2.Token)
	fmt.Println("client2 claims:", err)
	fmt.Println("client2 writes:", store.Write(ctx, "orders", []byte("client2 draft"), lease2.Token))
	fmt.Println("client2 writes:", store.Write(ctx, "orders", []byte("client2 data"), lease2.Token))
	fmt.Println("client1 writes:", store.Write(ctx, "orders", []byte("client1 stale data"), lease1.Token))

	out, err := client.GetObject(ctx, &awss3.GetObjectInput{Bucket: &bucket, Key: aws.String("data/orders")})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer out.Body.Close()
	body, err := io.ReadAll(out.Body) // what lies in the bucket: the mark, the data
	fmt.Printf("the bucket holds: %q, %v\n", body, err)

	// Output:
	// client1: token 1, <nil>
	// client2: token 2, <nil>
	// client2 claims: <nil>
	// client2 writes: <nil>
	// client2 writes: <nil>
	// client1 writes: token 1 < 2
	// the bucket holds: "2 present\nclient2 data", <nil>
}
