package examples_test

import (
	"context"
	"errors"
	"fmt"

	"example.com/fencing/chapter/keyed"
)

// Predict: an object store knows one condition, "put this if the object still
// has the ETag I saw", and an ETag is a digest of the content. client1 sees
// blue and pauses; client2 paints it green, then blue again. Does client1's
// conditional put succeed? And with a token inside the object?
func Example_s07_fenceOnETags() {
	ctx := context.Background()
	var bucket keyed.ETagBucket

	seen, _ := bucket.PutIfNoneMatch(ctx, "door", []byte("blue")) // client1 sees this, and pauses
	etag, _ := bucket.PutIfMatch(ctx, "door", []byte("green"), seen)
	bucket.PutIfMatch(ctx, "door", []byte("blue"), etag)
	_, err := bucket.PutIfMatch(ctx, "door", []byte("client1 stale data"), seen)
	fmt.Println("If-Match alone:", err)

	fenced := keyed.NewFencedETags(&bucket) // the same bucket, a token in front of the data
	fenced.Write(ctx, "gate", []byte("blue"), 33)
	_, seen, _ = bucket.Get(ctx, "gate") // client1 sees this, and pauses
	fenced.Write(ctx, "gate", []byte("green"), 34)
	fenced.Write(ctx, "gate", []byte("blue"), 34)
	_, err = bucket.PutIfMatch(ctx, "gate", []byte("client1 stale data"), seen)
	fmt.Println("the object has changed:", errors.Is(err, keyed.ErrPreconditionFailed))
	fmt.Println("client1 writes:", fenced.Write(ctx, "gate", []byte("client1 stale data"), 33))
	data, mark, _ := fenced.Read(ctx, "gate")
	fmt.Printf("gate holds: %s, mark %d\n", data, mark)

	// If-Match alone finds "changed", never "older", and not even that when
	// the old bytes come back. With the token in the object, every takeover
	// changes the bytes, and whoever wants to put has to read the token first.

	// Output:
	// If-Match alone: <nil>
	// the object has changed: true
	// client1 writes: token 33 < 34
	// gate holds: blue, mark 34
}
