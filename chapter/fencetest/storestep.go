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
	store, key := s.store, s.unique(op.key)
	from := s.tick()
	told := op.String() // now: the store may lay hands on the data
	answer, mishap := guard(s.ctx, s.h.Timeout, func(ctx context.Context) storeAnswer {
		return op.call(ctx, store, key)
	})
	if mishap != nil {
		s.tell(from, "%s%s → %s", s.who, told, mishap.what)
		return nil, mishap
	}
	l := s.tell(from, "%s%s → %s", s.who, told, answer.to(op))
	return &storeStep{story: s.story, storeAnswer: answer, line: l}, nil
}

// ok expects success.
func (st *storeStep) ok(why string) {
	if st.err != nil {
		st.fail("ok: %s", why)
	}
}

// stale expects the fence.
func (st *storeStep) stale(why string) {
	if !errors.Is(st.err, chapter.ErrStaleToken) {
		st.fail("an error that is chapter.ErrStaleToken: %s", why)
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
		st.fail("%s: %s", show(data), why)
	}
}

// findsMark expects data and a mark.
func (st *storeStep) findsMark(data []byte, mark chapter.Token, why string) {
	if !st.found(data) || st.mark != mark {
		st.fail("%s, mark %d: %s", show(data), mark, why)
	}
}

func (st *storeStep) found(data []byte) bool {
	return st.err == nil && (st.data == nil) == (data == nil) && bytes.Equal(st.data, data)
}
