package fencetest

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"math"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/anishathalye/porcupine"
)

// An outcome is what is known of a call afterwards.
type outcome int

const (
	happened outcome = iota
	refused          // it has changed nothing
	unknown          // some other error: it may have happened, or not, or may yet
)

// A history is what clients did at the same time, and what came back. It is in
// order if the calls could have been made one after the other, each at some
// instant between its beginning and its end, with the same answers.
type history struct {
	mu      sync.Mutex
	calls   []porcupine.Operation
	lines   []line // that tell the calls
	known   int    // calls whose answer says what happened
	mishaps []*mishap
}

// add takes down one call.
func (h *history) add(client int, l line, op, answer any, o outcome) {
	h.mu.Lock()
	defer h.mu.Unlock()
	call := porcupine.Operation{ClientId: client, Input: op, Output: answer, Call: l.from, Return: l.till}
	if o == unknown {
		call.Return = math.MaxInt64
	} else {
		h.known++
	}
	h.calls = append(h.calls, call)
	h.lines = append(h.lines, l)
}

// fell takes down a call that did not return.
func (h *history) fell(m *mishap) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.mishaps = append(h.mishaps, m)
}

// deciding is how long porcupine may think about one history. It takes less
// than a millisecond, as a rule.
const deciding = 5 * time.Second

func (h *history) verdict(m model) porcupine.CheckResult {
	return porcupine.CheckOperationsTimeout(m.Model, h.calls, deciding)
}

// judge ends the check unless the history is in order. If it is not, the same
// calls are made once more, one at a time and in several orders: what is wrong
// even then is no race, and has a simpler story.
func (h *history) judge(s *story, m model, drawing func() (*os.File, error), oneAtATime iter.Seq[*history]) {
	if len(h.mishaps) > 0 {
		s.failWith(h.mishaps[0])
	}
	if h.known == 0 {
		panic(failure{story: s.overlapping(line{}), want: "an answer to some call: from errors alone nobody can tell what happened"})
	}
	switch h.verdict(m) {
	case porcupine.Ok:
		return
	case porcupine.Unknown:
		panic(failure{story: s.overlapping(line{}), want: fmt.Sprintf(
			"a verdict within %v, and none was reached: try fewer Clients in the harness", deciding)})
	}
	h.inSequence(s, m)
	race := failure{story: s.overlapping(h.lines[h.wrong(m)])}
	for again := range oneAtATime {
		if len(again.mishaps) == 0 && again.verdict(m) == porcupine.Illegal {
			again.inSequence(s, m)
		}
	}
	race.want = "answers that are possible if calls that overlap come one after the other, in whichever order\n" +
		"   drawing: " + h.draw(m, drawing)
	panic(race)
}

// inSequence ends the check if no calls overlap up to the one that is wrong.
func (h *history) inSequence(s *story, m model) {
	wrong := h.wrong(m)
	if h.overlaps(wrong) {
		return
	}
	panic(failure{
		claim: "wrong even one call at a time, so this is no race",
		story: s.until(h.lines[wrong]),
		want:  "an answer that fits what was there: " + h.before(wrong, m),
	})
}

// wrong returns the first call with whose answer no order fits any more. The
// calls that are under way at that moment may have been made or not.
func (h *history) wrong(m model) int {
	byEnd := make([]int, len(h.calls))
	for i := range byEnd {
		byEnd[i] = i
	}
	slices.SortFunc(byEnd, func(a, b int) int { return cmp.Compare(h.calls[a].Return, h.calls[b].Return) })
	for _, last := range byEnd {
		var calls []porcupine.Operation
		for _, c := range h.calls {
			if end := h.calls[last].Return; c.Return > end {
				c.Output, c.Return = m.lost, math.MaxInt64
				if c.Call > end {
					continue
				}
			}
			calls = append(calls, c)
		}
		if porcupine.CheckOperationsTimeout(m.Model, calls, deciding) == porcupine.Illegal {
			return last
		}
	}
	return byEnd[len(byEnd)-1]
}

// overlaps reports whether any calls do, of those begun before the end of one.
func (h *history) overlaps(until int) bool {
	lines := slices.DeleteFunc(slices.Clone(h.lines), func(l line) bool { return l.from > h.lines[until].till })
	slices.SortFunc(lines, func(a, b line) int { return cmp.Compare(a.from, b.from) })
	for i := 1; i < len(lines); i++ {
		if lines[i].from < lines[i-1].till {
			return true
		}
	}
	return false
}

// before describes what the calls before one have left, of calls that do not
// overlap.
func (h *history) before(until int, m model) string {
	calls := slices.DeleteFunc(slices.Clone(h.calls), func(c porcupine.Operation) bool { return c.Call >= h.calls[until].Call })
	slices.SortFunc(calls, func(a, b porcupine.Operation) int { return cmp.Compare(a.Call, b.Call) })
	state := m.Init()
	for _, c := range calls {
		_, state = m.Step(state, c.Input, c.Output)
	}
	return strings.Trim(m.DescribeState(state), "{}")
}

// draw leaves a drawing of the history behind, and says where.
func (h *history) draw(m model, drawing func() (*os.File, error)) string {
	f, err := drawing()
	if err != nil {
		return fmt.Sprintf("none: %v", err)
	}
	defer f.Close()
	_, info := porcupine.CheckOperationsVerbose(m.Model, h.calls, deciding)
	if err := porcupine.Visualize(m.Model, info, f); err != nil {
		return fmt.Sprintf("none: %v", err)
	}
	return f.Name()
}

// A model says what is in order, and what the answer is to a call whose answer
// is not known.
type model struct {
	porcupine.Model
	lost any
}

var errUnderWay = errors.New("the call has not come back")

// modelOf turns a step function on its own types into a porcupine model.
func modelOf[State interface {
	comparable
	fmt.Stringer
}, Op fmt.Stringer, Answer interface{ to(Op) string }](step func(State, Op, Answer) []State, lost Answer) model {
	m := porcupine.NondeterministicModel{
		Init: func() []any {
			var first State
			return []any{first}
		},
		Step: func(state, op, answer any) []any {
			var next []any
			for _, s := range step(state.(State), op.(Op), answer.(Answer)) {
				next = append(next, s)
			}
			return next
		},
		Equal: func(a, b any) bool { return a == b },
		DescribeOperation: func(op, answer any) string {
			return op.(Op).String() + " → " + answer.(Answer).to(op.(Op))
		},
		DescribeState: func(state any) string { return state.(State).String() },
	}
	return model{Model: m.ToModel(), lost: lost}
}
