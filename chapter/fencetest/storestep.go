package fencetest

import (
	"bytes"
	"context"
	"errors"

	"example.com/fencing/chapter"
)

// A storeStep is a call that was made, and is told in the story.
type storeStep struct {
	*story
	storeAnswer
	op   storeOp
	line line
}

// step makes a call. One that never returns, or panics, ends the check.
func (s *storeScene) step(op storeOp) *storeStep {
	step, mishap := s.try(op)
	if mishap != nil {
		s.failWith(mishap)
	}
	return step
}

// try is step for goroutines, which can't end the check.
func (s *storeScene) try(op storeOp) (*storeStep, *mishap) {
	from := s.tick()
	told := op.String() // now: the store may lay hands on the data
	answer, mishap := s.call(op)
	if mishap != nil {
		s.tell(from, "%s%s → %s", s.who, told, mishap.what)
		return nil, mishap
	}
	l := s.tell(from, "%s%s → %s", s.who, told, answer.to(op))
	return &storeStep{story: s.story, storeAnswer: answer, op: op, line: l}, nil
}

// untold is step for calls of which there are too many to tell all. One that
// fails is told.
func (s *storeScene) untold(op storeOp) *storeStep {
	from := s.tick()
	answer, mishap := s.call(op)
	step := &storeStep{story: s.story, storeAnswer: answer, op: op}
	switch {
	case mishap != nil:
		s.tell(from, "%s%s → %s", s.who, op, mishap.what)
		s.failWith(mishap)
	case answer.err != nil:
		step.line = s.tell(from, "%s%s → %s", s.who, op, answer.to(op))
	}
	return step
}

// call makes the call, and comes back.
func (s *storeScene) call(op storeOp) (storeAnswer, *mishap) {
	store, key := s.store, s.unique(op.key)
	return guard(s.ctx, s.h.Timeout, func(ctx context.Context) storeAnswer {
		return op.call(ctx, store, key)
	})
}

// ok expects success. If it fails, so may one of the checks to see, and that one
// has the story.
func (st *storeStep) ok(why string, see ...string) {
	if st.err != nil {
		st.failAs(st.rests(see), "ok: %s", why)
	}
}

// rests adds to the checks to see the one that asks whether anything gets by.
func (st *storeStep) rests(see []string) []string {
	if errors.Is(st.err, chapter.ErrStaleToken) {
		return append(see, "newest-lands")
	}
	return see
}

// stale expects the fence.
func (st *storeStep) stale(why string, see ...string) {
	if !errors.Is(st.err, chapter.ErrStaleToken) {
		st.failAs(append(see, st.op.kind.lowerToken()), "an error that is chapter.ErrStaleToken: %s", why)
	}
}

// noToken expects that the zero token is found out.
func (st *storeStep) noToken() {
	if !errors.Is(st.err, chapter.ErrNoToken) {
		st.fail("an error that is chapter.ErrNoToken: 0 is no token")
	}
}

// refused expects an error, whichever.
func (st *storeStep) refused(why string) {
	if st.err == nil {
		st.fail("an error: %s", why)
	}
}

// finds expects data; nil is none.
func (st *storeStep) finds(data []byte, why string) {
	if !st.found(data) {
		st.failAs(st.rests(nil), "%s: %s", show(data), why)
	}
}

// findsMark expects data and a mark; as to the checks to see, it is like ok.
func (st *storeStep) findsMark(data []byte, mark chapter.Token, why string, see ...string) {
	if !st.found(data) || st.mark != mark {
		st.failAs(st.rests(see), "%s, mark %d: %s", show(data), mark, why)
	}
}

func (st *storeStep) found(data []byte) bool {
	return st.err == nil && (st.data == nil) == (data == nil) && bytes.Equal(st.data, data)
}
