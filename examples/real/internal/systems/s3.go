package systems

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	awss3 "github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"

	"example.com/fencing/examples/real/internal/roundtrips"
	"example.com/fencing/examples/real/internal/s3server"
	"example.com/fencing/examples/real/internal/servers"
	"example.com/fencing/examples/real/s3"
)

// openGofakes3 opens an S3 server in this process, which keeps objects in memory.
func openGofakes3(ctx context.Context, s *System) error {
	endpoint, stop := s3server.Start()
	s.onClose(func() error { stop(); return nil })
	return s.s3(ctx, endpoint, "any", "any")
}

func openVersitygw(ctx context.Context, s *System) error {
	if err := s.start(servers.Versitygw); err != nil {
		return err
	}
	if s.foreign() {
		return s.s3(ctx, s.Server.Address, os.Getenv("AWS_ACCESS_KEY_ID"), os.Getenv("AWS_SECRET_ACCESS_KEY"))
	}
	return s.s3(ctx, s.Server.Address, servers.S3Access, servers.S3Secret)
}

// s3 makes a bucket on the server at endpoint.
func (s *System) s3(ctx context.Context, endpoint, access, secret string) error {
	counter := new(roundtrips.Counter)
	transport := &http.Transport{DialContext: counted(counter, new(net.Dialer).DialContext)}
	s.onClose(func() error { transport.CloseIdleConnections(); return nil })
	client := s3server.Client(endpoint, access, secret, func(o *awss3.Options) {
		o.HTTPClient = &http.Client{Transport: transport}
	})
	bucket := strings.ReplaceAll(unique(), "_", "-")
	if _, err := client.CreateBucket(ctx, &awss3.CreateBucketInput{Bucket: &bucket}); err != nil {
		return err
	}
	if s.foreign() {
		s.onClose(func() error {
			ctx, cancel := cleaning()
			defer cancel()
			return s3server.RemoveBucket(ctx, client, bucket)
		})
	}
	s.Another = func() (Client, error) {
		return Client{
			Locks: s3.NewLocks(client, bucket, "leases/"),
			Store: s3.NewStore(client, bucket, "fenced/"),
			Plain: plainS3{client, bucket},
		}, nil
	}
	s.RoundTrips = counter.Of
	return nil
}

type plainS3 struct {
	client *awss3.Client
	bucket string
}

func (p plainS3) key(key string) *string { return aws.String("plain/" + key) }

func (p plainS3) Write(ctx context.Context, key string, data []byte) error {
	_, err := p.client.PutObject(ctx, &awss3.PutObjectInput{
		Bucket: &p.bucket, Key: p.key(key), Body: bytes.NewReader(data),
		ContentType: aws.String("application/octet-stream"),
	})
	return err
}

func (p plainS3) Read(ctx context.Context, key string) ([]byte, error) {
	out, err := p.client.GetObject(ctx, &awss3.GetObjectInput{Bucket: &p.bucket, Key: p.key(key)})
	if none := (*types.NoSuchKey)(nil); errors.As(err, &none) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer out.Body.Close()
	return io.ReadAll(out.Body)
}
