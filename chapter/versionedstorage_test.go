package chapter_test

import (
	"errors"
	"strconv"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter"
)

func TestCompareAndSet(t *testing.T) {
	// Each case meets a storage that has been written three times and holds
	// "third" at version 3.
	for _, c := range []struct {
		name     string
		expected chapter.Version
		message  string // of the refusal; empty when the write is taken
	}{
		{"the writer who has seen the latest write", 3, ""},
		{"a writer who missed one write", 2, "expected version 2, found 3"},
		{"a writer who missed all of them", 0, "expected version 0, found 3"},
		{"a writer ahead of its time", 4, "expected version 4, found 3"},
		{"a writer from the end of time", 1<<64 - 1, "expected version 18446744073709551615, found 3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var storage chapter.VersionedStorage
			for i, data := range []string{"first", "second", "third"} {
				version, err := storage.CompareAndSet(data, chapter.Version(i))
				require.NoError(t, err)
				require.Equal(t, chapter.Version(i+1), version)
			}

			version, err := storage.CompareAndSet("mine", c.expected)
			data, stored := storage.Read()
			if c.message == "" {
				require.NoError(t, err)
				assert.Equal(t, chapter.Version(4), version)
				assert.Equal(t, "mine", data)
				assert.Equal(t, version, stored)
				return
			}
			require.EqualError(t, err, c.message)
			assert.ErrorIs(t, err, chapter.ErrVersionMismatch)
			assert.Equal(t, "third", data, "a refused write changes nothing")
			assert.Equal(t, chapter.Version(3), stored)

			var mismatch *chapter.VersionMismatchError
			require.True(t, errors.As(err, &mismatch))
			want := chapter.VersionMismatchError{Expected: c.expected, Actual: 3}
			if diff := cmp.Diff(want, *mismatch); diff != "" {
				t.Errorf("the error says something else (-want +got):\n%s", diff)
			}
		})
	}
}

func TestVersionedStorageBeginsEmptyAtVersionZero(t *testing.T) {
	var storage chapter.VersionedStorage
	data, version := storage.Read()
	assert.Empty(t, data)
	assert.Zero(t, version)

	_, err := storage.CompareAndSet("early", 1)
	require.ErrorIs(t, err, chapter.ErrVersionMismatch)
	_, err = storage.CompareAndSet("first", 0)
	require.NoError(t, err)
}

func TestVersionsGrowAlsoWhenTheOldDataComesBack(t *testing.T) {
	var storage chapter.VersionedStorage
	_, seen := storage.Read()
	version := seen
	for _, data := range []string{"a", "b", "", "a"} {
		var err error
		version, err = storage.CompareAndSet(data, version)
		require.NoError(t, err)
	}
	assert.Equal(t, chapter.Version(4), version)
	_, err := storage.CompareAndSet("stale", 1)
	assert.ErrorIs(t, err, chapter.ErrVersionMismatch, "\"a\" was version 1 too, but so much has happened")
}

func TestCountingByCompareAndSetLosesNoIncrement(t *testing.T) {
	const clients, increments = 4, 2_000
	var storage chapter.VersionedStorage
	inParallel(clients, func(int) {
		for done := 0; done < increments; {
			data, version := storage.Read()
			count, _ := strconv.Atoi(data) // "" counts as 0
			next, err := storage.CompareAndSet(strconv.Itoa(count+1), version)
			switch {
			case err == nil && next == version+1:
				done++
			case !errors.Is(err, chapter.ErrVersionMismatch):
				t.Errorf("after version %d came %d, error %v", version, next, err)
				return
			}
		}
	})
	data, version := storage.Read()
	assert.Equal(t, strconv.Itoa(clients*increments), data)
	assert.Equal(t, chapter.Version(clients*increments), version)
}

// Everybody goes for each version without a pause. Comparing and setting are
// one step, so each has one winner.
func TestEveryVersionHasOneWinner(t *testing.T) {
	const clients, attempts = 4, 10_000
	var storage chapter.VersionedStorage
	var wins atomic.Uint64
	inParallel(clients, func(int) {
		var seen chapter.Version
		for range attempts {
			next, err := storage.CompareAndSet("mine", seen)
			if err == nil {
				wins.Add(1)
				if next != seen+1 {
					t.Errorf("after version %d came %d", seen, next)
				}
			}
			seen = next
		}
	})
	_, version := storage.Read()
	assert.Equal(t, chapter.Version(wins.Load()), version)
}
