package keyed_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/keyed"
)

// What Bucket has in common with FencedETags is tested in store_test.go
// and its neighbours.

func TestBucketAcceptsAWriteWithoutAllocating(t *testing.T) {
	var bucket keyed.Bucket
	ctx := context.Background()
	data := []byte("client1 data")
	token := chapter.Token(33)
	require.NoError(t, bucket.Write(ctx, "orders", data, token))

	assert.Zero(t, testing.AllocsPerRun(1000, func() {
		if bucket.Write(ctx, "orders", data, token) != nil {
			t.Error("refused")
		}
	}), "the same holder")
	assert.Zero(t, testing.AllocsPerRun(1000, func() {
		token++
		if bucket.Write(ctx, "orders", data, token) != nil {
			t.Error("refused")
		}
	}), "a new holder each time")
	assert.Zero(t, testing.AllocsPerRun(1000, func() {
		if bucket.Write(ctx, "orders", data[:4], token) != nil {
			t.Error("refused")
		}
	}), "shorter data")
}
