package fencetest

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
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
	known   int // calls whose answer says what happened
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

// judge ends the check unless the history is in order.
func (h *history) judge(s *story, m porcupine.Model, drawings func() (string, error)) {
	if len(h.mishaps) > 0 {
		s.failWith(h.mishaps[0])
	}
	want := ""
	if h.known == 0 {
		want = "an answer to some call: from errors alone nobody can tell what happened"
	} else {
		switch porcupine.CheckOperationsTimeout(m, h.calls, deciding) {
		case porcupine.Ok:
			return
		case porcupine.Illegal:
			want = "answers that are possible if calls that overlap come one after the other, in whichever order\n" +
				"   drawing: " + h.draw(m, drawings)
		default:
			want = fmt.Sprintf("a verdict within %v, and none was reached: try fewer Clients in the harness", deciding)
		}
	}
	panic(failure{story: s.overlapping(), want: want})
}

// draw leaves a drawing of the history behind, and says where.
func (h *history) draw(m porcupine.Model, drawings func() (string, error)) string {
	dir, err := drawings()
	if err != nil {
		return fmt.Sprintf("none: %v", err)
	}
	path := filepath.Join(dir, "history.html")
	f, err := os.Create(path)
	if err != nil {
		return fmt.Sprintf("none: %v", err)
	}
	defer f.Close()
	_, info := porcupine.CheckOperationsVerbose(m, h.calls, deciding)
	if err := porcupine.Visualize(m, info, f); err != nil {
		return fmt.Sprintf("none: %v", err)
	}
	return path
}

// modelOf turns a step function on its own types into a porcupine model.
func modelOf[State interface {
	comparable
	fmt.Stringer
}, Op fmt.Stringer, Answer interface{ to(Op) string }](step func(State, Op, Answer) []State) porcupine.Model {
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
	return m.ToModel()
}
