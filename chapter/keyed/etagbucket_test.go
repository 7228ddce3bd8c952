package keyed_test

import (
	"context"
	"errors"
	"strconv"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter/keyed"
)

// The ETags S3 gives to these bytes.
const (
	etagOfNothing = `"d41d8cd98f00b204e9800998ecf8427e"`
	etagOfHello   = `"5d41402abc4b2a76b9719d911017c592"`
)

func create(t *testing.T, b *keyed.ETagBucket, key, data string) (etag string) {
	t.Helper()
	etag, err := b.PutIfNoneMatch(t.Context(), key, []byte(data))
	require.NoError(t, err)
	return etag
}

func assertObject(t *testing.T, b *keyed.ETagBucket, key, want string) {
	t.Helper()
	data, _, err := b.Get(t.Context(), key)
	require.NoError(t, err)
	if diff := cmp.Diff([]byte(want), data); diff != "" {
		t.Errorf("%q holds other data (-want +got):\n%s", key, diff)
	}
}

func TestAnETagIsADigestOfTheContent(t *testing.T) {
	var bucket keyed.ETagBucket
	for data, want := range map[string]string{"": etagOfNothing, "hello": etagOfHello} {
		put := create(t, &bucket, data, data)
		_, got, err := bucket.Get(t.Context(), data)
		require.NoError(t, err)
		assert.Equal(t, want, put)
		assert.Equal(t, want, got)
	}
	assert.Equal(t, etagOfHello, create(t, &bucket, "another key", "hello"), "equal content, equal ETag")
}

func TestConditionalPuts(t *testing.T) {
	ifMatch := func(etag string) func(*keyed.ETagBucket, string) (string, error) {
		return func(b *keyed.ETagBucket, key string) (string, error) {
			return b.PutIfMatch(context.Background(), key, []byte("new"), etag)
		}
	}
	ifNoneMatch := func(b *keyed.ETagBucket, key string) (string, error) {
		return b.PutIfNoneMatch(context.Background(), key, []byte("new"))
	}
	for _, c := range []struct {
		name    string
		key     string // "hello" holds "hello"; nothing else is there
		put     func(*keyed.ETagBucket, string) (string, error)
		reason  error
		message string
	}{
		{"replace what I saw", "hello", ifMatch(etagOfHello), nil, ""},
		{"create what is not there", "orders", ifNoneMatch, nil, ""},
		{"replace something else", "hello", ifMatch(etagOfNothing), keyed.ErrPreconditionFailed,
			`precondition failed: "hello" has ETag "5d41402abc4b2a76b9719d911017c592", not "d41d8cd98f00b204e9800998ecf8427e"`},
		{"replace without an ETag", "hello", ifMatch(""), keyed.ErrPreconditionFailed,
			`precondition failed: "hello" has ETag "5d41402abc4b2a76b9719d911017c592", not `},
		{"an ETag needs its quotes", "hello", ifMatch("5d41402abc4b2a76b9719d911017c592"), keyed.ErrPreconditionFailed,
			`precondition failed: "hello" has ETag "5d41402abc4b2a76b9719d911017c592", not 5d41402abc4b2a76b9719d911017c592`},
		{"create what is there", "hello", ifNoneMatch, keyed.ErrPreconditionFailed, `precondition failed: "hello" exists`},
		{"replace what is not there", "orders", ifMatch(etagOfHello), keyed.ErrNoSuchKey, `no such key: "orders"`},
		{"replace what is not there, without an ETag", "orders", ifMatch(""), keyed.ErrNoSuchKey, `no such key: "orders"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var bucket keyed.ETagBucket
			create(t, &bucket, "hello", "hello")
			etag, err := c.put(&bucket, c.key)
			if c.reason == nil {
				require.NoError(t, err)
				assertObject(t, &bucket, c.key, "new")
				_, stored, _ := bucket.Get(t.Context(), c.key)
				assert.Equal(t, stored, etag)
				return
			}
			require.ErrorIs(t, err, c.reason)
			assert.EqualError(t, err, c.message)
			assert.Empty(t, etag)
			assertObject(t, &bucket, "hello", "hello")
			_, _, err = bucket.Get(t.Context(), "orders")
			assert.ErrorIs(t, err, keyed.ErrNoSuchKey)
		})
	}
}

func TestGetOfNothing(t *testing.T) {
	var bucket keyed.ETagBucket
	data, etag, err := bucket.Get(t.Context(), "a\nb")
	require.ErrorIs(t, err, keyed.ErrNoSuchKey)
	assert.EqualError(t, err, `no such key: "a\nb"`)
	assert.Nil(t, data)
	assert.Empty(t, etag)
}

// This is why an ETag finds "changed" and not "older".
func TestAStaleETagPassesOnceTheOldBytesAreBack(t *testing.T) {
	var bucket keyed.ETagBucket
	seen := create(t, &bucket, "orders", "v0")
	next, err := bucket.PutIfMatch(t.Context(), "orders", []byte("v1"), seen)
	require.NoError(t, err)
	_, err = bucket.PutIfMatch(t.Context(), "orders", []byte("stale"), seen)
	require.ErrorIs(t, err, keyed.ErrPreconditionFailed)

	_, err = bucket.PutIfMatch(t.Context(), "orders", []byte("v0"), next)
	require.NoError(t, err)
	_, err = bucket.PutIfMatch(t.Context(), "orders", []byte("stale"), seen)
	require.NoError(t, err)
	assertObject(t, &bucket, "orders", "stale")
}

func TestObjectsAreCopiedOnTheirWayInAndOut(t *testing.T) {
	var bucket keyed.ETagBucket
	argument := []byte("hello")
	etag, err := bucket.PutIfNoneMatch(t.Context(), "orders", argument)
	require.NoError(t, err)
	argument[0] = 'X'
	assertObject(t, &bucket, "orders", "hello")

	data, _, err := bucket.Get(t.Context(), "orders")
	require.NoError(t, err)
	data[0] = 'Y'
	assertObject(t, &bucket, "orders", "hello")

	argument = []byte("HELLO")
	_, err = bucket.PutIfMatch(t.Context(), "orders", argument, etag)
	require.NoError(t, err)
	argument[0] = 'Z'
	assertObject(t, &bucket, "orders", "HELLO")
}

func TestAnETagBucketLooksAtItsContextFirst(t *testing.T) {
	var bucket keyed.ETagBucket
	over, cancel := context.WithCancel(t.Context())
	cancel()
	etag := create(t, &bucket, "orders", "hello")
	_, err := bucket.PutIfMatch(over, "orders", []byte("late"), etag)
	assert.ErrorIs(t, err, context.Canceled)
	_, err = bucket.PutIfNoneMatch(over, "users", []byte("late"))
	assert.ErrorIs(t, err, context.Canceled)
	data, etag, err := bucket.Get(over, "orders")
	assert.ErrorIs(t, err, context.Canceled)
	assert.Nil(t, data)
	assert.Empty(t, etag)
	assertObject(t, &bucket, "orders", "hello")
	_, _, err = bucket.Get(t.Context(), "users")
	assert.ErrorIs(t, err, keyed.ErrNoSuchKey)
}

func TestCountingByETagLosesNoIncrement(t *testing.T) {
	const clients, increments = 4, 200
	ctx := context.Background()
	var bucket keyed.ETagBucket
	var created atomic.Int32
	inParallel(clients, func(int) {
		if _, err := bucket.PutIfNoneMatch(ctx, "count", []byte("0")); err == nil {
			created.Add(1)
		}
		for done := 0; done < increments; {
			data, etag, err := bucket.Get(ctx, "count")
			if err != nil {
				t.Error(err)
				return
			}
			count, _ := strconv.Atoi(string(data))
			_, err = bucket.PutIfMatch(ctx, "count", strconv.AppendInt(nil, int64(count+1), 10), etag)
			switch {
			case err == nil:
				done++
			case !errors.Is(err, keyed.ErrPreconditionFailed):
				t.Error(err)
				return
			}
		}
	})
	assert.EqualValues(t, 1, created.Load(), "one creator")
	assertObject(t, &bucket, "count", strconv.Itoa(clients*increments))
}
