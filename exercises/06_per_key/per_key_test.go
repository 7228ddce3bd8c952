package per_key_test

import (
	"math"
	"slices"
	"sync"
	"testing"

	"example.com/fencing/chapter"
	"example.com/fencing/exercises/internal/grade"
)

// An alphabet says which calls a sequence is made of: all three that change
// something, at each of the keys, with each of the tokens.
type alphabet struct {
	keys    []string
	tokens  []chapter.Token
	longest int // calls in a sequence
}

var alphabets = []alphabet{
	{[]string{"orders", "users"}, []chapter.Token{33, 34}, 4},
	{[]string{"orders", "users"}, []chapter.Token{7, 4711, 4712}, 3},
	{[]string{"users", "users/1", ""}, []chapter.Token{1, math.MaxUint64}, 3},
}

// Each test looks for its own kind of mistake, in every sequence of calls, and
// tells the first one that there is, which is the shortest.

func TestTheHolderOfAnotherLeaseIsNotLockedOut(t *testing.T) { noSequenceShows(t, lockedOut) }

func TestTheZombieIsRefusedAtItsOwnKey(t *testing.T) { noSequenceShows(t, zombieIn) }

func TestAZombieCannotDelete(t *testing.T) { noSequenceShows(t, zombieDeletes) }

func TestTheMarkOutlivesTheData(t *testing.T) { noSequenceShows(t, markForgotten) }

func TestADeleteRaisesTheMark(t *testing.T) { noSequenceShows(t, deleteUnseen) }

func TestAnAcceptedCallLandsAndARefusedOneChangesNothing(t *testing.T) {
	noSequenceShows(t, wrongData)
}

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
	for _, letters := range alphabets {
		for length := 1; length <= letters.longest; length++ {
			letters.extend(nil, length, func(sequence []call) {
				if text, kind := play(letters.keys, sequence); kind != none && found[kind] == "" {
					found[kind] = text
				}
			})
		}
	}
	return found
})

// extend calls try with every sequence of the given length that begins with
// sequence.
func (a alphabet) extend(sequence []call, length int, try func([]call)) {
	if len(sequence) == length {
		try(sequence)
		return
	}
	for _, method := range []string{"Write", "Claim", "Delete"} {
		for _, key := range a.keys {
			for _, token := range a.tokens {
				a.extend(append(slices.Clip(sequence), call{method, key, token}), length, try)
			}
		}
	}
}
