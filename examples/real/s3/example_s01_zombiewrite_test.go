package s3

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	awss3 "github.com/aws/aws-sdk-go-v2/service/s3"
)

// Predict: client1 holds a lease of one second and stops. client2 watches the lease
// run out, is granted it, and puts its object. client1 wakes and puts its own. What
// does the bucket hold?
func Example_s01_zombieWrite() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	bucket, remove := exampleBucket(ctx)
	defer remove()
	locks := NewLocks(client, bucket, "leases/")
	put := func(data string) error {
		_, err := client.PutObject(ctx, &awss3.PutObjectInput{
			Bucket: &bucket, Key: aws.String("orders"), Body: strings.NewReader(data),
		})
		return err
	}

	lease1, err := locks.Acquire(ctx, "orders", "client1", time.Second)
	fmt.Printf("%s: token %d, %v\n", lease1.Holder, lease1.Token, err)

	// client1 stops; its lease's ETag stays as it is; client2 asks until that has
	// lasted for a second.
	lease2, err := acquire(ctx, locks, "orders", "client2", time.Second)
	fmt.Printf("%s: token %d, %v\n", lease2.Holder, lease2.Token, err)
	fmt.Println("client2 writes:", put("client2 data"))
	fmt.Println("client1 writes:", put("client1 stale data")) // client1 wakes

	out, err := client.GetObject(ctx, &awss3.GetObjectInput{Bucket: &bucket, Key: aws.String("orders")})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer out.Body.Close()
	data, err := io.ReadAll(out.Body)
	fmt.Printf("the bucket holds: %s, %v\n", data, err)

	// Output:
	// client1: token 1, <nil>
	// client2: token 2, <nil>
	// client2 writes: <nil>
	// client1 writes: <nil>
	// the bucket holds: client1 stale data, <nil>
}
