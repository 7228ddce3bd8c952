package keyed_test

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/keyed"
)

// What FencedETags has in common with Bucket is tested in store_test.go
// and its neighbours.

func TestTheMarkTravelsInTheObject(t *testing.T) {
	var bucket keyed.ETagBucket
	fence := keyed.NewFencedETags(&bucket)
	require.NoError(t, fence.Write(t.Context(), "orders", []byte("hello\nworld"), 33))
	assertObject(t, &bucket, "orders", "33 present\nhello\nworld")
	_, err := fence.Claim(t.Context(), "orders", 34)
	require.NoError(t, err)
	assertObject(t, &bucket, "orders", "34 present\nhello\nworld")
	require.NoError(t, fence.Delete(t.Context(), "orders", 35))
	assertObject(t, &bucket, "orders", "35 deleted\n")
	_, err = fence.Claim(t.Context(), "users", 36)
	require.NoError(t, err)
	assertObject(t, &bucket, "users", "36 deleted\n")

	assert.EqualError(t, keyed.NewFencedETags(&bucket).Write(t.Context(), "orders", nil, 34), "token 34 < 35",
		"a second fence over the same bucket knows the marks")
}

func TestAnObjectPutPastTheFence(t *testing.T) {
	for _, c := range []struct{ name, body, begins string }{
		{"nothing", "", `""`},
		{"somebody's data", "hello", `"hello"`},
		{"long data is cut short", "a report of many thousand pages", `"a report of many tho"`},
		{"binary data", "\x00\xff\n", `"\x00\xff\n"`},
		{"a mark alone", "33", `"33"`},
		{"a mark and a line end", "33\n", `"33\n"`},
		{"no line end", "33 present", `"33 present"`},
		{"mark zero", "0 present\n", `"0 present\n"`},
		{"no mark", " present\n", `" present\n"`},
		{"a mark below zero", "-1 present\n", `"-1 present\n"`},
		{"a mark with a sign", "+33 present\n", `"+33 present\n"`},
		{"a mark that is no number", "0x21 present\n", `"0x21 present\n"`},
		{"a mark beyond the largest", "18446744073709551616 present\n", `"18446744073709551616"`},
		{"another state", "33 absent\n", `"33 absent\n"`},
		{"no state", "33 \n", `"33 \n"`},
		{"two spaces", "33  present\n", `"33  present\n"`},
		{"one more word", "33 present 1\n", `"33 present 1\n"`},
		{"a carriage return", "33 present\r\n", `"33 present\r\n"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var bucket keyed.ETagBucket
			create(t, &bucket, "orders", c.body)
			fence := keyed.NewFencedETags(&bucket)
			data, mark, err := fence.Read(t.Context(), "orders")
			assert.EqualError(t, err, `"orders": object carries no token: it begins `+c.begins+`, not like "33 present"`)
			assert.Nil(t, data)
			assert.Zero(t, mark)
			for _, o := range operations {
				assert.ErrorIs(t, o.do(t.Context(), fence, "orders", 34), keyed.ErrNotFenced, o.name)
			}
			claimed, err := fence.Claim(t.Context(), "orders", 34)
			assert.ErrorIs(t, err, keyed.ErrNotFenced)
			assert.Nil(t, claimed)
			assertObject(t, &bucket, "orders", c.body)
		})
	}
}

// Whatever bytes lie in the bucket: they are either refused, or they have a
// mark and the fence stands.
func FuzzAnObjectPutPastTheFence(f *testing.F) {
	for _, body := range []string{"", "33", "33 present\nhello", "34 deleted\n", "1 deleted\nleft over", "033 present\n", "18446744073709551615 present\n\n"} {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		var bucket keyed.ETagBucket
		create(t, &bucket, "orders", string(body))
		fence := keyed.NewFencedETags(&bucket)
		data, mark, err := fence.Read(t.Context(), "orders")
		if err != nil {
			require.ErrorIs(t, err, keyed.ErrNotFenced)
			return
		}
		require.NotZero(t, mark)
		require.True(t, bytes.HasSuffix(body, data))
		require.Error(t, fence.Write(t.Context(), "orders", []byte("stale"), mark-1))
		assertStored(t, fence, "orders", data, mark)
		require.NoError(t, fence.Write(t.Context(), "orders", body, mark))
		assertStored(t, fence, "orders", append([]byte{}, body...), mark)
	})
}

// A meddler is a context under which, at the n-th look at it, something else
// happens first. The bucket looks once per call, before it begins.
type meddler struct {
	context.Context
	looks, at int
	meddle    func()
	over      error
}

func (m *meddler) Err() error {
	if m.looks++; m.looks == m.at {
		m.meddle()
	}
	return m.over
}

// raceLostBy lets rival happen between the operation's get and its put, and
// returns how many calls to the bucket were needed on top of a quiet run.
func raceLostBy(t *testing.T, operation func(context.Context, *keyed.FencedETags) error, rival func(*keyed.FencedETags)) (*keyed.FencedETags, int, error) {
	t.Helper()
	begin := func() *keyed.FencedETags {
		fence := keyed.NewFencedETags(new(keyed.ETagBucket))
		require.NoError(t, fence.Write(t.Context(), "orders", []byte("v0"), 33))
		return fence
	}
	quiet := &meddler{Context: t.Context()}
	require.NoError(t, operation(quiet, begin()))

	fence := begin()
	ctx := &meddler{Context: t.Context(), at: quiet.looks, meddle: func() { rival(fence) }}
	err := operation(ctx, fence)
	return fence, ctx.looks - quiet.looks, err
}

func TestALostRaceIsRunAgain(t *testing.T) {
	write := func(data string, token chapter.Token) func(context.Context, *keyed.FencedETags) error {
		return func(ctx context.Context, fence *keyed.FencedETags) error {
			return fence.Write(ctx, "orders", []byte(data), token)
		}
	}
	remove := func(ctx context.Context, fence *keyed.FencedETags) error { return fence.Delete(ctx, "orders", 34) }
	claim := func(ctx context.Context, fence *keyed.FencedETags) error {
		data, err := fence.Claim(ctx, "orders", 34)
		if stored, _, _ := fence.Read(context.Background(), "orders"); err == nil && !cmp.Equal(stored, data) {
			return fmt.Errorf("the claim returned %q, but %q is stored", data, stored)
		}
		return err
	}
	again, noMore := 2, 1 // get and put; get, and see that nothing is to be done
	for _, c := range []struct {
		name             string
		operation, rival func(context.Context, *keyed.FencedETags) error
		calls            int
		message          string
		data             []byte
		mark             chapter.Token
	}{
		{"won at the second try", write("mine", 34), write("theirs", 33), again, "", []byte("mine"), 34},
		{"against the same token", write("mine", 34), write("theirs", 34), again, "", []byte("mine"), 34},
		{"a tombstone laid over a late write", remove, write("theirs", 33), again, "", nil, 34},
		{"a write over a tombstone", write("mine", 34), remove, again, "", []byte("mine"), 34},
		{"a claim that sees the late write", claim, write("theirs", 33), again, "", []byte("theirs"), 34},
		{"a newer grant came between", write("stale", 33), write("theirs", 34), noMore, "token 33 < 34", []byte("theirs"), 34},
		{"a newer grant came between and wrote the old bytes", write("stale", 33), write("v0", 34), noMore, "token 33 < 34", []byte("v0"), 34},
		{"a newer grant came between and only claimed", write("stale", 33), claim, noMore, "token 33 < 34", []byte("v0"), 34},
		{"a newer grant came between and deleted", write("stale", 33), remove, noMore, "token 33 < 34", nil, 34},
		{"one's own put had landed, and only its answer was lost", write("mine", 34), write("mine", 34), noMore, "", []byte("mine"), 34},
		{"one's own tombstone had landed", remove, remove, noMore, "", nil, 34},
		{"one's own claim had landed", claim, claim, noMore, "", []byte("v0"), 34},
	} {
		t.Run(c.name, func(t *testing.T) {
			fence, calls, err := raceLostBy(t, c.operation, func(fence *keyed.FencedETags) {
				require.NoError(t, c.rival(t.Context(), fence))
			})
			if c.message == "" {
				require.NoError(t, err)
			} else {
				require.EqualError(t, err, c.message)
			}
			assert.Equal(t, c.calls, calls, "calls to the bucket after the lost race")
			assertStored(t, fence, "orders", c.data, c.mark)
		})
	}
}

func TestARaceForAKeyThatDoesNotExistYet(t *testing.T) {
	for at := 1; ; at++ { // the newer holder comes before the first call, the second ...
		fence := keyed.NewFencedETags(new(keyed.ETagBucket))
		ctx := &meddler{Context: t.Context(), at: at, meddle: func() {
			require.NoError(t, fence.Write(t.Context(), "orders", []byte("theirs"), 34))
		}}
		err := fence.Write(ctx, "orders", []byte("mine"), 33)
		if ctx.looks < at { // ... or not at all
			require.NoError(t, err)
			assertStored(t, fence, "orders", []byte("mine"), 33)
			require.Greater(t, at, 2, "a get and a put at least")
			return
		}
		require.EqualError(t, err, "token 33 < 34")
		assertStored(t, fence, "orders", []byte("theirs"), 34)
	}
}

func TestAContextThatIsOverEndsTheTries(t *testing.T) {
	for at := 1; ; at++ {
		fence := keyed.NewFencedETags(new(keyed.ETagBucket))
		ctx := &meddler{Context: t.Context(), at: at}
		ctx.meddle = func() { ctx.over = context.DeadlineExceeded }
		err := fence.Write(ctx, "orders", []byte("mine"), 33)
		if err == nil {
			require.Greater(t, at, 2, "a get and a put at least")
			return
		}
		require.ErrorIs(t, err, context.DeadlineExceeded)
		assertStored(t, fence, "orders", nil, 0)
	}
}

func TestAClaimThatFailsReturnsNoData(t *testing.T) {
	for look := 1; look <= 3; look++ { // before the call, before its get, before its put
		fence := keyed.NewFencedETags(new(keyed.ETagBucket))
		require.NoError(t, fence.Write(t.Context(), "orders", []byte("hello"), 33))
		ctx := &meddler{Context: t.Context(), at: look}
		ctx.meddle = func() { ctx.over = context.Canceled }
		data, err := fence.Claim(ctx, "orders", 34)
		require.ErrorIs(t, err, context.Canceled)
		assert.Nil(t, data, "whoever gets data believes that it was claimed")
		_, mark, err := fence.Read(t.Context(), "orders")
		require.NoError(t, err)
		assert.EqualValues(t, 33, mark)
	}
}
