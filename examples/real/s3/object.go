package s3

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/aws/aws-sdk-go-v2/aws"
	awss3 "github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
	"github.com/aws/smithy-go"
)

// objects are those of a bucket under a prefix, read and replaced whole.
type objects struct {
	client         *awss3.Client
	bucket, prefix string
}

// errChanged says that an object is not the one that was to be replaced, and that
// nothing has happened.
var errChanged = errors.New("object has changed")

// get returns an object and its ETag, which is empty if there is none.
func (o objects) get(ctx context.Context, key string) (body []byte, etag string, err error) {
	out, err := o.client.GetObject(ctx, &awss3.GetObjectInput{Bucket: &o.bucket, Key: aws.String(o.prefix + key)})
	var none *types.NoSuchKey
	if errors.As(err, &none) {
		return nil, "", nil
	}
	if err != nil {
		return nil, "", err
	}
	defer out.Body.Close()
	body, err = io.ReadAll(out.Body)
	if err != nil {
		return nil, "", fmt.Errorf("reading object %q: %w", o.prefix+key, err)
	}
	return body, aws.ToString(out.ETag), nil
}

// replace puts an object in the place of the one with this ETag, or where there is
// none if it is empty, and returns the new ETag. Its error is errChanged if
// something else is there. After other errors it may have been put or not.
func (o objects) replace(ctx context.Context, key, etag string, body []byte) (string, error) {
	in := &awss3.PutObjectInput{
		Bucket: &o.bucket, Key: aws.String(o.prefix + key), Body: bytes.NewReader(body),
		ContentType: aws.String("application/octet-stream"),
	}
	if etag == "" {
		in.IfNoneMatch = aws.String("*")
	} else {
		in.IfMatch = &etag
	}
	out, err := o.client.PutObject(ctx, in, once)
	var refused smithy.APIError
	if errors.As(err, &refused) {
		switch refused.ErrorCode() {
		case "PreconditionFailed", // 412: it has another ETag, or there is one
			"ConditionalRequestConflict", // 409: somebody was putting it at that moment
			"NoSuchKey":                  // 404: there is none any more
			return "", fmt.Errorf("%w: %w", errChanged, err)
		}
	}
	if err != nil {
		return "", err
	}
	return aws.ToString(out.ETag), nil
}

// once turns the client's retries off, for one call. A put whose answer got lost may
// have landed, and its retry is refused because of its own first try. Then a refusal
// would no longer say that nothing has happened.
func once(o *awss3.Options) { o.Retryer = aws.NopRetryer{} }
