package fencetest

import (
	"context"
	"sync"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/keyed"
)

// brokenRestart remember the wrong thing.
var brokenRestart = []brokenThing[StoreHarness]{
	{"a refused write is replayed on restart", newBlindLog, []string{"reopen-after-refusal"}},
	{"after a restart all keys have the highest mark", newHighestForAll, []string{"reopen-keys-independent"}},
	{"after a restart new keys have the highest mark", newHighestForNew, []string{"reopen-keys-independent"}},
}

// blindLog writes every call to its log before it looks at the token, and does
// not look at the token again when it reads the log.
type blindLog struct {
	*comparing
	mu  sync.Mutex
	log []func(*comparing)
}

func newBlindLog() StoreHarness {
	s := &blindLog{comparing: &comparing{refuses: belowMark}}
	h := wholeStore(s)
	h.Reopen = func() (Store, error) { return s.replay(), nil }
	return h
}

func belowMark(token, mark chapter.Token) bool { return token < mark }

func (s *blindLog) replay() *comparing {
	replayed := &comparing{refuses: func(token, mark chapter.Token) bool { return false }}
	for _, call := range s.log {
		call(replayed)
	}
	replayed.refuses = belowMark
	return replayed
}

func (s *blindLog) append(ctx context.Context, call func(*comparing)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if ctx.Err() == nil {
		s.log = append(s.log, call)
	}
}

func (s *blindLog) Claim(ctx context.Context, key string, token chapter.Token) ([]byte, error) {
	s.append(ctx, func(c *comparing) { c.Claim(context.Background(), key, token) })
	return s.comparing.Claim(ctx, key, token)
}

func (s *blindLog) Write(ctx context.Context, key string, data []byte, token chapter.Token) error {
	data = append([]byte{}, data...)
	s.append(ctx, func(c *comparing) { c.Write(context.Background(), key, data, token) })
	return s.comparing.Write(ctx, key, data, token)
}

func (s *blindLog) Delete(ctx context.Context, key string, token chapter.Token) error {
	s.append(ctx, func(c *comparing) { c.Delete(context.Background(), key, token) })
	return s.comparing.Delete(ctx, key, token)
}

// One number in the file's head is all that is saved of the marks.
func newHighestForAll() StoreHarness {
	s := recording{
		Bucket: new(keyed.Bucket), mu: new(sync.Mutex), keeps: map[string]chapter.Token{},
		afterWrite: kept, afterClaim: kept, afterDelete: kept,
	}
	h := wholeStore(s)
	h.Reopen = func() (Store, error) {
		for key := range s.keeps {
			s.keeps[key] = s.highest()
		}
		return restored(s.Bucket, s.keeps), nil
	}
	return h
}

func (s recording) highest() (highest chapter.Token) {
	for _, mark := range s.keeps {
		highest = max(highest, mark)
	}
	return highest
}

// A key that the file says nothing of may have been cleared away.
func newHighestForNew() StoreHarness {
	s := recording{
		Bucket: new(keyed.Bucket), mu: new(sync.Mutex), keeps: map[string]chapter.Token{},
		afterWrite: kept, afterClaim: kept, afterDelete: kept,
	}
	h := wholeStore(s)
	h.Reopen = func() (Store, error) {
		after := floored{Bucket: s.Bucket, floor: s.highest(), known: map[string]bool{}}
		for key := range s.keeps {
			after.known[key] = true
		}
		return &serialised{s: after}, nil
	}
	return h
}

type floored struct {
	*keyed.Bucket
	floor chapter.Token
	known map[string]bool
}

func (s floored) Write(ctx context.Context, key string, data []byte, token chapter.Token) error {
	if !s.known[key] && token < s.floor {
		return &chapter.StaleTokenError{Token: token, Highest: s.floor}
	}
	return s.Bucket.Write(ctx, key, data, token)
}
