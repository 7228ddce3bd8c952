// Package s3server runs an S3 server inside the process that keeps its objects in
// memory, and makes clients for it and for others.
package s3server

import (
	"net/http/httptest"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

// Start starts a server on a free port of the loopback interface. It forgets
// everything when stop is called.
func Start() (endpoint string, stop func()) {
	server := httptest.NewServer(gofakes3.New(s3mem.New()).Server())
	return server.URL, server.Close
}

// Client returns a client for the server at endpoint. Checksums are on, as in what
// the SDK loads as its default configuration. The last options have the last word.
func Client(endpoint, access, secret string, options ...func(*s3.Options)) *s3.Client {
	return s3.New(s3.Options{
		BaseEndpoint: aws.String(endpoint),
		Region:       "us-east-1",
		Credentials:  credentials.NewStaticCredentialsProvider(access, secret, ""),
		UsePathStyle: true, // the bucket's name in the path, not in the host's name

		RequestChecksumCalculation: aws.RequestChecksumCalculationWhenSupported,
		ResponseChecksumValidation: aws.ResponseChecksumValidationWhenSupported,
		// Not every server has a checksum for its answer.
		DisableLogOutputChecksumValidationSkipped: true,
	}, options...)
}
