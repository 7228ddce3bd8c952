package s3

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	awss3 "github.com/aws/aws-sdk-go-v2/service/s3"
)

// Predict: client1 reads blue, and remembers the ETag for its conditional put. It
// stops. client2 paints the door green, then blue again. Does client1's put succeed,
// on the condition that the ETag is the one it saw? And behind the fence?
func Example_etagOfEqualBytes() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	bucket, remove := exampleBucket(ctx)
	defer remove()
	put := func(data string, ifMatch *string) (*string, error) {
		out, err := client.PutObject(ctx, &awss3.PutObjectInput{
			Bucket: &bucket, Key: aws.String("door"), Body: strings.NewReader(data), IfMatch: ifMatch,
		})
		if err != nil {
			return nil, err
		}
		return out.ETag, nil
	}

	seen, err := put("blue", nil) // client1 sees this, and stops
	fmt.Println("client1 sees blue:", err)
	green, err := put("green", seen)
	fmt.Println("client2 puts green:", err)
	again, err := put("blue", green)
	fmt.Println("client2 puts blue:", err)
	fmt.Println("the ETag is the old one:", *again == *seen)
	_, err = put("client1 stale data", seen)
	fmt.Println("client1 puts:", err)

	store := NewStore(client, bucket, "fenced/")
	fmt.Println("fenced, client1 writes blue:", store.Write(ctx, "door", []byte("blue"), 33))
	fmt.Println("fenced, client2 writes green:", store.Write(ctx, "door", []byte("green"), 34))
	fmt.Println("fenced, client2 writes blue:", store.Write(ctx, "door", []byte("blue"), 34))
	fmt.Println("fenced, client1 writes:", store.Write(ctx, "door", []byte("client1 stale data"), 33))

	// The ETag of an object that is put in one piece is the MD5 of its bytes. With
	// the token among them, what comes back is never what an older grant saw.

	// Output:
	// client1 sees blue: <nil>
	// client2 puts green: <nil>
	// client2 puts blue: <nil>
	// the ETag is the old one: true
	// client1 puts: <nil>
	// fenced, client1 writes blue: <nil>
	// fenced, client2 writes green: <nil>
	// fenced, client2 writes blue: <nil>
	// fenced, client1 writes: token 33 < 34
}
