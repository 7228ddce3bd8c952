package fence_test

import (
	"math"
	"sync"
	"testing"

	fence "example.com/fencing/exercises/01_fence"
	"example.com/fencing/exercises/internal/grade"
)

// Which tokens arrive? Any set will do, and every sequence of them: a fence is a
// rule about order, and knows no number by name.
var tokenSets = [][]fence.Token{
	{33, 34},
	{33, 34, 35},
	{1, 2, 3},
	{9, 10, 100},
	{7, 4711, 4712}, // between 7 and 4711, grants that never wrote
	{1<<53 - 1, 1 << 53, 1<<53 + 1},
	{1, math.MaxUint64 - 1, math.MaxUint64},
}

// Each test looks for its own kind of mistake, in every sequence of writes, and
// tells the first one that it finds, which is the shortest.

func TestTheZombieIsRefused(t *testing.T) { noSequenceShows(t, staleWriteAccepted) }

func TestTheNewestHolderGetsIn(t *testing.T) { noSequenceShows(t, newestWriteRefused) }

func TestTheSameHolderWritesAgain(t *testing.T) { noSequenceShows(t, equalTokenRefused) }

func TestAnAcceptedWriteLandsAndRaisesTheMark(t *testing.T) { noSequenceShows(t, acceptedInPart) }

func TestARefusedWriteChangesNothing(t *testing.T) { noSequenceShows(t, refusedInPart) }

func TestARefusalNamesBothTokens(t *testing.T) { noSequenceShows(t, silentRefusal) }

func noSequenceShows(t *testing.T, kind mistake) {
	t.Helper()
	if story, found := stories()[kind]; found {
		grade.Fail(t, "%s", story)
	}
}

// stories plays every sequence, once for all tests, and keeps the first story of
// each kind of mistake.
var stories = sync.OnceValue(func() map[mistake]string {
	found := map[mistake]string{}
	for _, plain := range sequences() {
		for _, v := range variations {
			story, kind := play(v.of(plain))
			if kind == none || found[kind] != "" {
				continue
			}
			if _, other := play(variations[0].of(plain)); other == none {
				story += "\n" + v.lesson
			}
			found[kind] = story
		}
	}
	return found
})
