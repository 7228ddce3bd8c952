package tokens_test

import (
	"testing"
	"testing/synctest"
	"time"

	tokens "example.com/fencing/exercises/03_tokens"
	"example.com/fencing/exercises/internal/grade"
)

func TestRandomLocksGuardTheStorage(t *testing.T) {
	guards(t, "RandomLocks", func(now func() time.Time) service { return tokens.NewRandomLocks(now, ttl) })
}

func TestSessionLocksGuardTheStorage(t *testing.T) {
	guards(t, "SessionLocks", func(now func() time.Time) service { return tokens.NewSessionLocks(now, ttl) })
}

// guards tries a service in a bubble, in which the machine's own clock stands
// still, as far as one can tell from it which of two grants is the later one.
func guards(t *testing.T, name string, newService maker) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		everyOrder(t, name, newService)
		manyGrants(t, name, newService)
		veryManyGrants(t, name, newService)
	})
}

// A maker makes a service afresh.
type maker func(now func() time.Time) service

const longest = 7 // moves: three grants, and a write under two of them

// everyOrder tries all sequences of moves, the short ones first, and fails with
// the first that does harm at the storage.
func everyOrder(t *testing.T, name string, newService maker) {
	t.Helper()
	tried := 0
	for length := 1; length <= longest; length++ {
		for choices := []int{}; choices != nil; {
			var w *world
			w, choices = play(newService, choices, length)
			tried++
			if w.wrong != "" {
				grade.Fail(t, "%s, behind a fenced storage, the shortest order that does harm:\n%v\n=> %s", name, w.story(), w.wrong)
			}
		}
	}
	t.Logf("%s: no harm in the %d short orders", name, tried)
}

// play makes a fresh world and so many moves: at first the chosen ones, then
// always the first that there is. It returns the world and the choices that
// come next in the order of all choices, or nil after the last.
func play(newService maker, choices []int, length int) (w *world, next []int) {
	w = &world{}
	w.locks = newService(w.clock.Now)
	var buffer [16]move
	taken, last := make([]int, 0, longest), make([]int, 0, longest)
	for i := 0; i < length && w.wrong == ""; i++ {
		choice := 0
		if i < len(choices) {
			choice = choices[i]
		}
		moves := w.moves(buffer[:0])
		moves[choice].do(w, moves[choice].number)
		taken, last = append(taken, choice), append(last, len(moves)-1)
	}
	for i := len(taken) - 1; i >= 0; i-- {
		if taken[i] < last[i] {
			taken[i]++
			return w, taken[:i+1]
		}
	}
	return w, nil
}

// manyGrants lets the lease go to and fro for long. Each new holder writes, and
// then some of those before it try.
func manyGrants(t *testing.T, name string, newService maker) {
	t.Helper()
	w := &world{}
	w.locks = newService(w.clock.Now)
	order := []int{1, 2, 2, 3, 1}
	for n := 1; n <= 500; n++ {
		end := (*world).expire
		if n%3 == 0 {
			end = (*world).release
		}
		for _, move := range []move{
			{(*world).acquire, order[n%len(order)]},
			{(*world).write, n},
			{(*world).write, max(1, n-1)},
			{(*world).write, (n + 1) / 2},
			{(*world).write, 1},
			{(*world).write, n},
			{end, 0},
		} {
			if move.do(w, move.number); w.wrong != "" {
				from := max(0, len(w.events)-7)
				grade.Fail(t, "%s, behind a fenced storage, at grant %d in a row. It ends so:\n%v\n=> %s", name, n, w.story()[from:], w.wrong)
			}
		}
	}
}

// veryManyGrants looks at nothing but the tokens.
func veryManyGrants(t *testing.T, name string, newService maker) {
	t.Helper()
	w := &world{}
	w.locks = newService(w.clock.Now)
	for n := 1; n <= 70_000; n++ {
		w.events = nil
		if w.acquire(1 + n%2); w.wrong == "" {
			w.release(0)
		}
		if w.wrong == "" && n > 1 && w.grants[n-1].Token <= w.grants[n-2].Token {
			w.wrong = "The later token has to be the higher one." + w.why(n-1, n)
		}
		if w.wrong != "" {
			grade.Fail(t, "%s, at grant %d in a row:\n%v\n=> %s", name, n, w.story(), w.wrong)
		}
	}
}
