package s3

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	awss3 "github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter"
	"example.com/fencing/examples/real/internal/s3server"
)

func TestRoundTrips(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	wire := &wire{}
	store := NewStore(wire.client(), newBucket(t, client), "")
	for _, step := range []struct {
		name string
		call func() error
		want string
	}{
		{"the first write looks first", func() error { return store.Write(ctx, "k", []byte("a"), 33) }, "GET PUT"},
		{"the second remembers", func() error { return store.Write(ctx, "k", []byte("b"), 33) }, "PUT"},
		{"a later grant is one more writer", func() error { return store.Write(ctx, "k", []byte("c"), 34) }, "PUT"},
		{"a delete is a write", func() error { return store.Delete(ctx, "k", 34) }, "PUT"},
		{"a claim has to read", func() error { _, err := store.Claim(ctx, "k", 35); return err }, "GET PUT"},
		{"a write after the claim", func() error { return store.Write(ctx, "k", []byte("d"), 35) }, "PUT"},
	} {
		wire.methods = nil
		require.NoError(t, step.call(), step.name)
		assert.Equal(t, step.want, strings.Join(wire.methods, " "), step.name)
	}
}

// first and second are two clients; each remembers what it has seen.
func TestAnOutdatedMemoryIsHarmless(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	bucket := newBucket(t, client)
	first, second := NewStore(client, bucket, ""), NewStore(client, bucket, "")

	require.NoError(t, first.Write(ctx, "k", []byte("first"), 33))
	require.NoError(t, second.Write(ctx, "k", []byte("second"), 34))
	assert.ErrorIs(t, first.Write(ctx, "k", []byte("stale"), 33), chapter.ErrStaleToken)
	require.NoError(t, first.Write(ctx, "k", []byte("first again"), 35))
	assert.ErrorIs(t, second.Delete(ctx, "k", 34), chapter.ErrStaleToken)
	data, mark, err := second.Read(ctx, "k")
	require.NoError(t, err)
	assert.Equal(t, "first again", string(data))
	assert.EqualValues(t, 35, mark)
}

// client1's put lands and its answer gets lost. client2 claims, and is handed the
// data. If the client tried again by itself, it would be refused because of its own
// first try, find 34, and say that nothing has been written.
func TestALostAnswerIsNotCalledARefusal(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	bucket := newBucket(t, client)
	wire := &wire{}
	store1, store2 := NewStore(wire.client(), bucket, ""), NewStore(client, bucket, "")
	require.NoError(t, store1.Write(ctx, "k", []byte("old"), 33))

	var found []byte
	wire.afterPut = func() error {
		wire.afterPut = nil
		var err error
		found, err = store2.Claim(ctx, "k", 34)
		require.NoError(t, err)
		return errLost
	}
	err := store1.Write(ctx, "k", []byte("new"), 33)
	assert.Equal(t, "new", string(found))
	require.ErrorIs(t, err, errLost)
	assert.NotErrorIs(t, err, chapter.ErrStaleToken, "client2 has read what is said not to be written")

	assert.ErrorIs(t, store1.Write(ctx, "k", []byte("new"), 33), chapter.ErrStaleToken, "now it is one")
}

func TestAWriteAfterALostAnswerIsTheSameWriteAgain(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	wire := &wire{}
	store := NewStore(wire.client(), newBucket(t, client), "")
	for i, call := range []func() error{
		func() error { return store.Write(ctx, "k", []byte("new"), 33) },
		func() error { return store.Write(ctx, "k", []byte("newer"), 34) },
		func() error { _, err := store.Claim(ctx, "k", 35); return err },
		func() error { return store.Delete(ctx, "k", 36) },
	} {
		wire.afterPut = func() error { wire.afterPut = nil; return errLost }
		require.ErrorIs(t, call(), errLost, "call %d", i)
		require.NoError(t, call(), "call %d", i)
	}
	data, mark, err := store.Read(ctx, "k")
	require.NoError(t, err)
	assert.Nil(t, data)
	assert.EqualValues(t, 36, mark)
}

// By default the SDK sends checksums along: over TLS in a trailer behind the data,
// which this server takes for data. The fence notices.
func TestChecksumsOfTheSDK(t *testing.T) {
	t.Parallel()
	const always, required = aws.RequestChecksumCalculationWhenSupported, aws.RequestChecksumCalculationWhenRequired
	for name, c := range map[string]struct {
		start     func(http.Handler) *httptest.Server
		calculate aws.RequestChecksumCalculation
		want      error
	}{
		"plain, always":        {httptest.NewServer, always, nil},
		"plain, when required": {httptest.NewServer, required, nil},
		"TLS, always":          {httptest.NewTLSServer, always, ErrNotFenced},
		"TLS, when required":   {httptest.NewTLSServer, required, nil},
	} {
		t.Run(name, func(t *testing.T) {
			server := c.start(gofakes3.New(s3mem.New()).Server())
			defer server.Close()
			client := s3server.Client(server.URL, "any", "any", func(o *awss3.Options) {
				o.HTTPClient = server.Client()
				o.RequestChecksumCalculation = c.calculate
			})
			bucket := aws.String("bucket")
			_, err := client.CreateBucket(t.Context(), &awss3.CreateBucketInput{Bucket: bucket})
			require.NoError(t, err)

			store := NewStore(client, *bucket, "")
			require.NoError(t, store.Write(t.Context(), "k", []byte("old"), 33))
			require.NoError(t, store.Write(t.Context(), "k", []byte("new"), 33))
			_, err = store.Claim(t.Context(), "k", 34)
			require.ErrorIs(t, err, c.want)
		})
	}
}

func TestWhatWasPutPastTheFence(t *testing.T) {
	t.Parallel()
	ctx, bucket := t.Context(), newBucket(t, client)
	store := NewStore(client, bucket, "data/")
	for i, body := range []string{"", "client1 data", "33", "33 present", "33 \n", "0 present\n", "-1 present\n", "33 absent\n", "18446744073709551616 present\n"} {
		key := fmt.Sprint("k", i)
		_, err := client.PutObject(ctx, &awss3.PutObjectInput{Bucket: &bucket, Key: aws.String("data/" + key), Body: strings.NewReader(body)})
		require.NoError(t, err)
		assert.ErrorIs(t, store.Write(ctx, key, nil, 33), ErrNotFenced, "%q", body)
		_, _, err = store.Read(ctx, key)
		assert.ErrorIs(t, err, ErrNotFenced, "%q", body)
	}
}

var errLost = errors.New("the answer got lost")

// A wire is a client's connection. It counts requests, and may lose the answers to
// puts.
type wire struct {
	methods  []string
	afterPut func() error // called when a put has been made
}

func (w *wire) client() *awss3.Client {
	return awss3.New(client.Options(), func(o *awss3.Options) { o.HTTPClient = &http.Client{Transport: w} })
}

func (w *wire) RoundTrip(request *http.Request) (*http.Response, error) {
	w.methods = append(w.methods, request.Method)
	answer, err := http.DefaultTransport.RoundTrip(request)
	if err == nil && request.Method == http.MethodPut && w.afterPut != nil {
		if err := w.afterPut(); err != nil {
			return nil, errors.Join(err, answer.Body.Close())
		}
	}
	return answer, err
}
