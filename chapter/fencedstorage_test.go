package chapter_test

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter"
)

// inParallel runs n goroutines, releases them all at once and waits for them.
func inParallel(n int, run func(i int)) {
	var ready, done sync.WaitGroup
	ready.Add(n)
	for i := range n {
		done.Go(func() {
			ready.Done()
			ready.Wait()
			run(i)
		})
	}
	done.Wait()
}

// A fence is the same for a write and for a claim, so both walk this table.
// Tokens in accepted arrive first, then the one under test.
var fenceCases = []struct {
	name     string
	accepted []chapter.Token
	token    chapter.Token
	message  string // of the refusal; empty when the token is let through
}{
	{"the first token ever", nil, 33, ""},
	{"the smallest token first", nil, 1, ""},
	{"the largest token first", nil, math.MaxUint64, ""},
	{"the same holder again", []chapter.Token{33}, 33, ""},
	{"the same holder for the third time", []chapter.Token{33, 33, 33}, 33, ""},
	{"the next grant", []chapter.Token{33}, 34, ""},
	{"a gap: grants that never wrote", []chapter.Token{33}, 4711, ""},
	{"the largest token again", []chapter.Token{math.MaxUint64}, math.MaxUint64, ""},
	{"the grant before", []chapter.Token{33, 34}, 33, "token 33 < 34"},
	{"a grant from within a gap", []chapter.Token{33, 4711}, 4710, "token 4710 < 4711"},
	{"a grant from long ago", []chapter.Token{33, 34}, 1, "token 1 < 34"},
	{"nothing passes below the largest token", []chapter.Token{math.MaxUint64}, math.MaxUint64 - 1,
		"token 18446744073709551614 < 18446744073709551615"},
	{"a write that forgot its token", nil, 0, chapter.ErrNoToken.Error()},
	{"a write that forgot its token, among others", []chapter.Token{33}, 0, chapter.ErrNoToken.Error()},
}

func TestFencedStorageWrite(t *testing.T) {
	for _, c := range fenceCases {
		t.Run(c.name, func(t *testing.T) {
			storage, before, mark := storageThatAccepted(t, c.accepted)
			err := storage.Write("new", c.token)
			if c.message == "" {
				require.NoError(t, err)
				assert.Equal(t, "new", storage.Read())
				assert.Equal(t, c.token, storage.Mark(), "the mark is the token just accepted")
				return
			}
			require.EqualError(t, err, c.message)
			assertRefusal(t, err, c.token, mark)
			assert.Equal(t, before, storage.Read(), "a refused write changes no data")
			assert.Equal(t, mark, storage.Mark(), "a refused write changes no mark")
		})
	}
}

func TestFencedStorageClaim(t *testing.T) {
	for _, c := range fenceCases {
		t.Run(c.name, func(t *testing.T) {
			storage, before, mark := storageThatAccepted(t, c.accepted)
			data, err := storage.Claim(c.token)
			assert.Equal(t, before, storage.Read(), "a claim writes nothing")
			if c.message == "" {
				require.NoError(t, err)
				assert.Equal(t, before, data, "a claim reads")
				assert.Equal(t, c.token, storage.Mark(), "a claim raises the mark")
				return
			}
			require.EqualError(t, err, c.message)
			assertRefusal(t, err, c.token, mark)
			assert.Empty(t, data, "a refused claim reads nothing")
			assert.Equal(t, mark, storage.Mark(), "a refused claim changes no mark")
		})
	}
}

// storageThatAccepted returns a storage with what it holds and its mark.
func storageThatAccepted(t *testing.T, tokens []chapter.Token) (s *chapter.FencedStorage, data string, mark chapter.Token) {
	t.Helper()
	s = new(chapter.FencedStorage)
	for _, token := range tokens {
		data, mark = fmt.Sprintf("data of %d", token), token
		require.NoError(t, s.Write(data, token))
	}
	return s, data, mark
}

// assertRefusal checks what a program can find out from the error.
func assertRefusal(t *testing.T, err error, token, mark chapter.Token) {
	t.Helper()
	if token == 0 {
		assert.ErrorIs(t, err, chapter.ErrNoToken)
		assert.NotErrorIs(t, err, chapter.ErrStaleToken, "no token is not an old token")
		return
	}
	assert.ErrorIs(t, err, chapter.ErrStaleToken)
	assert.NotErrorIs(t, err, chapter.ErrNoToken)
	var stale *chapter.StaleTokenError
	require.True(t, errors.As(err, &stale))
	if diff := cmp.Diff(chapter.StaleTokenError{Token: token, Highest: mark}, *stale); diff != "" {
		t.Errorf("the error says something else (-want +got):\n%s", diff)
	}
}

func TestClaimShutsTheZombieOutBeforeTheNewHolderWrites(t *testing.T) {
	var storage chapter.FencedStorage
	require.NoError(t, storage.Write("client1 data", 33))
	read, err := storage.Claim(34)
	require.NoError(t, err)

	require.EqualError(t, storage.Write("client1 stale data", 33), "token 33 < 34")
	assert.Equal(t, read, storage.Read(), "what the new holder has read is still there")
	require.NoError(t, storage.Write(read+" and client2's", 34))
	assert.Equal(t, "client1 data and client2's", storage.Read())
}

func TestReadingLeavesTheMarkAlone(t *testing.T) {
	var storage chapter.FencedStorage
	assert.Empty(t, storage.Read())
	assert.Zero(t, storage.Mark())
	require.NoError(t, storage.Write("", 33))
	assert.Empty(t, storage.Read(), "empty data is data")
	assert.Equal(t, chapter.Token(33), storage.Mark())
	require.NoError(t, storage.Write("client1 data", 33))
}

func TestRestartWithoutMarkKeepsTheDataAndLetsTheZombieIn(t *testing.T) {
	var storage chapter.FencedStorage
	require.NoError(t, storage.Write("client2 data", 34))
	storage.RestartWithoutMark()
	assert.Equal(t, "client2 data", storage.Read())
	assert.Zero(t, storage.Mark())
	require.NoError(t, storage.Write("client1 stale data", 33))
	assert.Equal(t, "client1 stale data", storage.Read())
	assert.Equal(t, chapter.Token(33), storage.Mark())
}

// Whatever the order of arrival, the highest token has the last word, and
// whoever has had its turn, accepted or refused, reads nothing older. (In the
// goroutines there are no assertions unless something is wrong: they lock the
// test, and so hide a race.)
func TestOfManyWritersTheHighestTokenHasTheLastWord(t *testing.T) {
	const writers, writes = 4, 3_000
	var storage chapter.FencedStorage
	var granted atomic.Uint64
	inParallel(writers, func(int) {
		var seen chapter.Token
		for range writes {
			token := granted.Add(1)
			if err := storage.Write(strconv.FormatUint(token, 10), chapter.Token(token)); err != nil && !errors.Is(err, chapter.ErrStaleToken) {
				t.Error(err)
			}
			if data, err := strconv.ParseUint(storage.Read(), 10, 64); err != nil || data < token {
				t.Errorf("after its turn, token %d reads data of %d, error %v", token, data, err)
			}
			mark := storage.Mark()
			if mark < seen || mark < chapter.Token(token) {
				t.Errorf("token %d sees the mark at %d, after it was %d", token, mark, seen)
			}
			seen = mark
		}
	})
	assert.Equal(t, strconv.Itoa(writers*writes), storage.Read())
	assert.Equal(t, chapter.Token(writers*writes), storage.Mark())
}

// The older holder writes without a pause, and its successor breaks in.
// Wherever it does, nothing older lands after it: comparing and writing are one
// step.
func TestNothingOlderLandsAfterTheSuccessorsFirstWrite(t *testing.T) {
	const rounds = 300
	var storage chapter.FencedStorage
	for round := range rounds {
		older := chapter.Token(2*round + 1)
		inParallel(2, func(i int) {
			if i == 0 {
				for n := 1; storage.Write("older", older) == nil; n++ {
					if n%200 == 0 {
						runtime.Gosched()
					}
				}
				return
			}
			for storage.Mark() < older {
				runtime.Gosched()
			}
			if err := storage.Write("successor", older+1); err != nil {
				t.Error(err)
			}
		})
		require.Equal(t, "successor", storage.Read(), "round %d", round)
	}
}
