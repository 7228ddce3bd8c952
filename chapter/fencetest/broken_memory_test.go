package fencetest

import (
	"context"
	"sync"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/keyed"
)

// brokenMemory forget the mark.
var brokenMemory = []brokenThing[StoreHarness]{
	{"the mark is lost on restart", newVolatileMark, []string{"reopen-after-write", "reopen-after-claim", "reopen-after-delete"}},
	{"the mark of a claim is lost on restart", newVolatileClaim, []string{"reopen-after-claim"}},
	{"the mark of a deleted key is lost on restart", newVolatileTombstone, []string{"reopen-after-delete"}},
	{"everything is lost on restart", newVolatile, []string{"reopen-after-write", "reopen-after-claim", "reopen-after-delete"}},
	{"delete drops the mark", newDeleteDropsMark, []string{"delete-keeps-mark", "atomic"}},
}

// restored copies what a restart leaves: each key's data, under the mark that
// is given.
func restored(from *keyed.Bucket, keys map[string]chapter.Token) *keyed.Bucket {
	ctx := context.Background()
	to := new(keyed.Bucket)
	for key, mark := range keys {
		if mark == 0 {
			continue
		}
		data, _, _ := from.Read(ctx, key)
		if data == nil {
			to.Claim(ctx, key, mark)
			continue
		}
		to.Write(ctx, key, data, mark)
	}
	return to
}

// recording remembers for each key the mark that it will have after a restart.
type recording struct {
	*keyed.Bucket
	mu                                  *sync.Mutex
	keeps                               map[string]chapter.Token
	afterWrite, afterClaim, afterDelete func(chapter.Token) chapter.Token
}

func kept(t chapter.Token) chapter.Token    { return t }
func toOne(chapter.Token) chapter.Token     { return 1 }
func forgotten(chapter.Token) chapter.Token { return 0 }

func (s recording) keep(key string, mark chapter.Token, err error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err == nil {
		s.keeps[key] = max(mark, s.keeps[key])
	}
	return err
}

func (s recording) Write(ctx context.Context, key string, data []byte, token chapter.Token) error {
	return s.keep(key, s.afterWrite(token), s.Bucket.Write(ctx, key, data, token))
}

func (s recording) Claim(ctx context.Context, key string, token chapter.Token) ([]byte, error) {
	data, err := s.Bucket.Claim(ctx, key, token)
	return data, s.keep(key, s.afterClaim(token), err)
}

func (s recording) Delete(ctx context.Context, key string, token chapter.Token) error {
	err := s.Bucket.Delete(ctx, key, token)
	if err == nil && s.afterDelete(token) == 0 {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.keeps, key)
		return nil
	}
	return s.keep(key, s.afterDelete(token), err)
}

func restarting(s recording) StoreHarness {
	s.Bucket, s.mu, s.keeps = new(keyed.Bucket), new(sync.Mutex), map[string]chapter.Token{}
	h := wholeStore(s)
	h.Reopen = func() (Store, error) { return restored(s.Bucket, s.keeps), nil }
	return h
}

// The data is on disk, the marks were in memory.
func newVolatileMark() StoreHarness {
	return restarting(recording{afterWrite: toOne, afterClaim: toOne, afterDelete: toOne})
}

// A write stores its token with the data. A claim has no data to store it with.
func newVolatileClaim() StoreHarness {
	return restarting(recording{afterWrite: kept, afterClaim: toOne, afterDelete: kept})
}

// Keys without data are cleared away.
func newVolatileTombstone() StoreHarness {
	return restarting(recording{afterWrite: kept, afterClaim: kept, afterDelete: forgotten})
}

func newVolatile() StoreHarness {
	h := wholeStore(new(keyed.Bucket))
	h.Reopen = func() (Store, error) { return new(keyed.Bucket), nil }
	return h
}

// deleteDropsMark stores the mark in the row, and deletes the row.
type deleteDropsMark struct {
	buckets map[string]*keyed.Bucket // one for each key
}

func newDeleteDropsMark() StoreHarness {
	return wholeStore(&serialised{s: &deleteDropsMark{buckets: map[string]*keyed.Bucket{}}})
}

func (s *deleteDropsMark) of(key string) *keyed.Bucket {
	if s.buckets[key] == nil {
		s.buckets[key] = new(keyed.Bucket)
	}
	return s.buckets[key]
}

func (s *deleteDropsMark) Claim(ctx context.Context, key string, token chapter.Token) ([]byte, error) {
	return s.of(key).Claim(ctx, key, token)
}

func (s *deleteDropsMark) Read(ctx context.Context, key string) ([]byte, chapter.Token, error) {
	return s.of(key).Read(ctx, key)
}

func (s *deleteDropsMark) Write(ctx context.Context, key string, data []byte, token chapter.Token) error {
	return s.of(key).Write(ctx, key, data, token)
}

func (s *deleteDropsMark) Delete(ctx context.Context, key string, token chapter.Token) error {
	err := s.of(key).Delete(ctx, key, token)
	if err == nil {
		delete(s.buckets, key)
	}
	return err
}
