package keyed_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/keyed"
)

// A store is what Bucket and FencedETags have in common. What both must do is
// tested here, store_data_test.go and store_concurrent_test.go.
type store interface {
	Claim(ctx context.Context, key string, token chapter.Token) ([]byte, error)
	Read(ctx context.Context, key string) ([]byte, chapter.Token, error)
	Write(ctx context.Context, key string, data []byte, token chapter.Token) error
	Delete(ctx context.Context, key string, token chapter.Token) error
}

func onBothStores(t *testing.T, test func(t *testing.T, s store)) {
	t.Run("Bucket", func(t *testing.T) { test(t, new(keyed.Bucket)) })
	t.Run("FencedETags", func(t *testing.T) { test(t, keyed.NewFencedETags(new(keyed.ETagBucket))) })
}

// assertStored compares data and mark; nil data, which is none, is not the
// same as empty data.
func assertStored(t *testing.T, s store, key string, data []byte, mark chapter.Token) {
	t.Helper()
	got, highest, err := s.Read(t.Context(), key)
	require.NoError(t, err)
	if diff := cmp.Diff(data, got); diff != "" {
		t.Errorf("%q holds other data (-want +got):\n%s", key, diff)
	}
	assert.Equal(t, mark, highest, "the mark of %q", key)
}

var operations = []struct {
	name   string
	do     func(ctx context.Context, s store, key string, token chapter.Token) error
	leaves func(before []byte) []byte
}{
	{"write", func(ctx context.Context, s store, key string, token chapter.Token) error {
		return s.Write(ctx, key, []byte("new"), token)
	}, func([]byte) []byte { return []byte("new") }},
	{"delete", func(ctx context.Context, s store, key string, token chapter.Token) error {
		return s.Delete(ctx, key, token)
	}, func([]byte) []byte { return nil }},
	{"claim", func(ctx context.Context, s store, key string, token chapter.Token) error {
		before, _, err := s.Read(ctx, key)
		if err != nil {
			return err
		}
		data, err := s.Claim(ctx, key, token)
		if err == nil && !cmp.Equal(before, data) || err != nil && data != nil {
			return fmt.Errorf("the claim returned %q with error %v, %q was stored", data, err, before)
		}
		return err
	}, func(before []byte) []byte { return before }},
}

func TestEveryWayToChangeAKeyIsFenced(t *testing.T) {
	const highest = math.MaxUint64
	type chapterTokens = []chapter.Token
	for _, c := range []struct {
		name     string
		accepted chapterTokens
		token    chapter.Token
		message  string // of the refusal; empty when the token is let through
	}{
		{"the first token of the key", nil, 33, ""},
		{"the smallest token first", nil, 1, ""},
		{"the same holder again", chapterTokens{33, 33}, 33, ""},
		{"the next grant", chapterTokens{33}, 34, ""},
		{"a gap: grants that never wrote", chapterTokens{33}, 4711, ""},
		{"the largest token", chapterTokens{33}, highest, ""},
		{"the largest token again", chapterTokens{highest}, highest, ""},
		{"the grant before", chapterTokens{33, 34}, 33, "token 33 < 34"},
		{"a grant from long ago", chapterTokens{34}, 1, "token 1 < 34"},
		{"below the largest token", chapterTokens{highest}, highest - 1, "token 18446744073709551614 < 18446744073709551615"},
		{"no token", nil, 0, chapter.ErrNoToken.Error()},
		{"no token, among others", chapterTokens{33}, 0, chapter.ErrNoToken.Error()},
	} {
		for _, o := range operations {
			t.Run(o.name+"/"+c.name, func(t *testing.T) {
				onBothStores(t, func(t *testing.T, s store) {
					var before []byte
					var mark chapter.Token
					for _, mark = range c.accepted {
						before = fmt.Appendf(nil, "data of %d", mark)
						require.NoError(t, s.Write(t.Context(), "orders", before, mark))
					}
					err := o.do(t.Context(), s, "orders", c.token)
					if c.message == "" {
						require.NoError(t, err)
						assertStored(t, s, "orders", o.leaves(before), c.token)
						return
					}
					require.EqualError(t, err, c.message)
					assertStored(t, s, "orders", before, mark)
					if c.token == 0 {
						assert.ErrorIs(t, err, chapter.ErrNoToken)
						return
					}
					assert.ErrorIs(t, err, chapter.ErrStaleToken)
					var stale *chapter.StaleTokenError
					require.ErrorAs(t, err, &stale)
					assert.Equal(t, chapter.StaleTokenError{Token: c.token, Highest: mark}, *stale)
				})
			})
		}
	}
}

func TestEveryKeyHasItsOwnMark(t *testing.T) {
	onBothStores(t, func(t *testing.T, s store) {
		keys := []string{"orders", "users", "", " ", "orders/", "Orders", "a\x00b", "a\nb", "33 present\n", "\xff\xfe", "日本", strings.Repeat("k", 1_000)}
		for i, key := range keys { // each next key gets a lower token
			assertStored(t, s, key, nil, 0)
			require.NoError(t, s.Write(t.Context(), key, []byte(key), chapter.Token(100-i)))
		}
		for i, key := range keys {
			assertStored(t, s, key, []byte(key), chapter.Token(100-i))
			assert.ErrorIs(t, s.Write(t.Context(), key, nil, chapter.Token(99-i)), chapter.ErrStaleToken)
		}
	})
}

func TestADeletedKeyKeepsItsMark(t *testing.T) {
	onBothStores(t, func(t *testing.T, s store) {
		require.NoError(t, s.Write(t.Context(), "orders", []byte("client2 data"), 34))
		require.NoError(t, s.Delete(t.Context(), "orders", 34))
		for range 2 { // the zombie tries twice
			for _, o := range operations {
				assert.EqualError(t, o.do(t.Context(), s, "orders", 33), "token 33 < 34", o.name)
			}
			assertStored(t, s, "orders", nil, 34)
		}
		require.NoError(t, s.Delete(t.Context(), "orders", 34), "deleted twice")
		require.NoError(t, s.Write(t.Context(), "orders", []byte("re-created"), 34))
		assertStored(t, s, "orders", []byte("re-created"), 34)
	})
}

func TestDeletingWhatIsNotThereLeavesAMark(t *testing.T) {
	onBothStores(t, func(t *testing.T, s store) {
		require.NoError(t, s.Delete(t.Context(), "orders", 34))
		assertStored(t, s, "orders", nil, 34)
		assert.EqualError(t, s.Write(t.Context(), "orders", []byte("stale"), 33), "token 33 < 34")
	})
}

func TestClaimShutsTheZombieOutBeforeTheNewHolderWrites(t *testing.T) {
	onBothStores(t, func(t *testing.T, s store) {
		require.NoError(t, s.Write(t.Context(), "orders", []byte("v0"), 33))
		read, err := s.Claim(t.Context(), "orders", 34)
		require.NoError(t, err)
		require.EqualError(t, s.Write(t.Context(), "orders", []byte("v1, unseen"), 33), "token 33 < 34")
		assertStored(t, s, "orders", read, 34)
	})
}
