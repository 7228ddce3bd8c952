package s3server

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/service/s3"
)

// RemoveBucket removes a bucket with all that is in it.
func RemoveBucket(ctx context.Context, client *s3.Client, bucket string) error {
	for pages := s3.NewListObjectsV2Paginator(client, &s3.ListObjectsV2Input{Bucket: &bucket}); pages.HasMorePages(); {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return err
		}
		for _, object := range page.Contents {
			if _, err := client.DeleteObject(ctx, &s3.DeleteObjectInput{Bucket: &bucket, Key: object.Key}); err != nil {
				return err
			}
		}
	}
	_, err := client.DeleteBucket(ctx, &s3.DeleteBucketInput{Bucket: &bucket})
	return err
}
