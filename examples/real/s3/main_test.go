package s3

import (
	"context"
	"fmt"
	"os"
	"sync/atomic"
	"testing"
	"time"

	awss3 "github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter"
	"example.com/fencing/examples/real/internal/s3server"
	"example.com/fencing/examples/real/internal/servers"
)

// client is for the server inside the process.
var client *awss3.Client

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	endpoint, stop := s3server.Start()
	defer stop()
	client = s3server.Client(endpoint, "any", "any")
	return m.Run()
}

// external starts versitygw, or takes the server that S3_ENDPOINT names, for one
// test. Without either the test is skipped.
func external(t *testing.T) (*servers.Server, *awss3.Client) {
	server := servers.ForTest(t, servers.Versitygw)
	access, secret := servers.S3Access, servers.S3Secret
	if server.Foreign() {
		access, secret = os.Getenv("AWS_ACCESS_KEY_ID"), os.Getenv("AWS_SECRET_ACCESS_KEY")
	}
	return server, s3server.Client(server.Address, access, secret)
}

var buckets atomic.Int64

// newBucket makes a bucket for one test, and removes it with all that is in it.
func newBucket(t *testing.T, client *awss3.Client) string {
	ctx := context.Background()
	bucket := fmt.Sprintf("fencing-%d-%d-%d", time.Now().UnixNano(), os.Getpid(), buckets.Add(1))
	_, err := client.CreateBucket(ctx, &awss3.CreateBucketInput{Bucket: &bucket})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s3server.RemoveBucket(ctx, client, bucket)) })
	return bucket
}

// exampleBucket makes the one that an Example needs, and removes it after it.
func exampleBucket(ctx context.Context) (bucket string, remove func()) {
	bucket = "example"
	if _, err := client.CreateBucket(ctx, &awss3.CreateBucketInput{Bucket: &bucket}); err != nil {
		panic(err)
	}
	return bucket, func() {
		if err := s3server.RemoveBucket(ctx, client, bucket); err != nil {
			panic(err)
		}
	}
}

// acquire asks until it gets the lease, or until the context is over.
func acquire(ctx context.Context, locks *Locks, name, holder string, ttl time.Duration) (chapter.Lease, error) {
	for {
		lease, err := locks.Acquire(ctx, name, holder, ttl)
		if err == nil || ctx.Err() != nil {
			return lease, err
		}
		time.Sleep(10 * time.Millisecond)
	}
}
