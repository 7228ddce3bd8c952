package fencetest

import (
	"context"

	"example.com/fencing/chapter"
)

// A storeScene is a store under test, and the calls that a check makes on it.
// Each call comes back as a storeStep, to say what was expected of it.
type storeScene struct {
	*story
	freshNames
	settings
	h     StoreHarness
	store Store
	ctx   context.Context
	who   string // which client or handle: stands in front of each line
}

func newStoreScene(h StoreHarness, with settings) (*storeScene, error) {
	h, err := h.complete()
	if err != nil {
		return nil, err
	}
	return &storeScene{
		story: new(story), freshNames: newNames(), settings: with.complete(),
		h: h, store: h.Store, ctx: context.Background(),
	}, nil
}

// again starts the next case of a check: a new story with keys of its own.
func (s *storeScene) again() {
	s.begin()
	s.freshNames = newNames()
}

// as is the scene as seen by somebody else: the same store, story and keys.
func (s *storeScene) as(who string) *storeScene {
	other := *s
	other.who = who + ": "
	return &other
}

// cancelled is the scene in which every call's context is over already.
func (s *storeScene) cancelled() *storeScene {
	other := s.as("context cancelled before")
	ctx, cancel := context.WithCancel(s.ctx)
	cancel()
	other.ctx = ctx
	return other
}

// another is the scene as seen through a second handle.
func (s *storeScene) another() *storeScene {
	store, err := s.h.Another()
	if err != nil {
		s.note("open another handle → error: %v", err)
		s.fail("a second handle on the same data")
	}
	other := s.as("second handle")
	other.store = store
	return other
}

// reopen ends the store and opens what is left of it.
func (s *storeScene) reopen() {
	store, err := s.h.Reopen()
	if err != nil {
		s.note("reopen → error: %v", err)
		s.fail("the store to open again")
	}
	s.note("reopen → ok")
	s.store = store
}

func (s *storeScene) write(key, data string, token chapter.Token) *storeStep {
	return s.writeBytes(key, []byte(data), token)
}

func (s *storeScene) writeBytes(key string, data []byte, token chapter.Token) *storeStep {
	return s.step(storeOp{kind: opWrite, key: key, data: data, token: token})
}

func (s *storeScene) claim(key string, token chapter.Token) *storeStep {
	return s.step(storeOp{kind: opClaim, key: key, token: token})
}

func (s *storeScene) delete(key string, token chapter.Token) *storeStep {
	return s.step(storeOp{kind: opDelete, key: key, token: token})
}

func (s *storeScene) read(key string) *storeStep {
	return s.step(storeOp{kind: opRead, key: key})
}
