package fencetest

import (
	"context"
	"time"

	"example.com/fencing/chapter"
)

// brokenLimits keep a mark for so long, or so many of them.
var brokenLimits = []brokenThing[StoreHarness]{
	{"a mark expires", newAging(func(object) bool { return true }), []string{"marks-stay"}},
	{"the mark of a deleted key expires", newAging(func(o object) bool { return o.data == nil }), []string{"marks-stay"}},
	{"the last 2000 marks are kept", newEvicting(func(object) bool { return true }), []string{"many-keys"}},
	{"the marks of deleted keys are kept for 2000 more keys", newEvicting(func(o object) bool { return o.data == nil }), []string{"many-keys"}},
}

// A limiting store looks at its marks before each call, and may forget some.
type limiting struct {
	comparing
	look func(key string) // with the store locked by serialised
}

func newLimiting() *limiting { return &limiting{comparing: comparing{refuses: belowMark}} }

// forget drops a key's mark.
func (s *limiting) forget(key string) {
	o := s.objects[key]
	o.mark = 0
	s.objects[key] = o
}

func (s *limiting) Claim(ctx context.Context, key string, token chapter.Token) ([]byte, error) {
	s.look(key)
	return s.comparing.Claim(ctx, key, token)
}

func (s *limiting) Write(ctx context.Context, key string, data []byte, token chapter.Token) error {
	s.look(key)
	return s.comparing.Write(ctx, key, data, token)
}

func (s *limiting) Delete(ctx context.Context, key string, token chapter.Token) error {
	s.look(key)
	return s.comparing.Delete(ctx, key, token)
}

// newAging forgets marks that nobody has asked for in an hour.
func newAging(forgets func(object) bool) func() StoreHarness {
	return func() StoreHarness {
		s, clock, used := newLimiting(), new(chapter.Clock), map[string]time.Time{}
		s.look = func(key string) {
			if last, ok := used[key]; ok && clock.Now().Sub(last) > time.Hour && forgets(s.objects[key]) {
				s.forget(key)
			}
			used[key] = clock.Now()
		}
		h := wholeStore(&serialised{s: s})
		h.Advance = clock.Advance
		return h
	}
}

// newEvicting forgets what was used first when there is too much.
func newEvicting(forgets func(object) bool) func() StoreHarness {
	return func() StoreHarness {
		s, known := newLimiting(), map[string]bool{}
		var order []string
		s.look = func(key string) {
			if !known[key] {
				known[key] = true
				order = append(order, key)
			}
			const room = 2000
			for len(order) > room {
				if forgets(s.objects[order[0]]) {
					s.forget(order[0])
				}
				order = order[1:]
			}
		}
		return wholeStore(&serialised{s: s})
	}
}
