package per_key_test

import (
	"sync"
	"testing"

	"example.com/fencing/exercises/internal/grade"
)

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
	try := func(keys []string, plain []call, variations []variation) {
		for _, v := range variations {
			text, kind := play(keys, v.of(plain))
			if kind == none || found[kind] != "" {
				continue
			}
			if _, other := play(keys, variations[0].of(plain)); other == none {
				text += "\n" + v.lesson
			}
			found[kind] = text
		}
	}
	try([]string{"orders"}, []call{{method: "Write", key: "orders", token: 34}, {method: "Write", key: "orders", token: 33}}, variations)
	for _, letters := range alphabets {
		for length := 1; length <= letters.longest; length++ {
			tried := variations
			if length > 2 { // two calls are enough for what the variations find
				tried = variations[:1]
			}
			letters.extend(nil, length, func(sequence []call) { try(letters.keys, sequence, tried) })
		}
	}
	try(manyKeys(), manyDeletes(), variations)
	return found
})
