package fencetest

import (
	"context"
	"errors"
	"sync"
	"time"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/keyed"
)

// brokenPlace keep the mark in the wrong place, or remember what is none of
// their business.
var brokenPlace = []brokenThing[StoreHarness]{
	{"one mark for the whole store", overBucket(func(b *keyed.Bucket) Store { return oneMark{b} }), []string{
		"keys-independent", "32-bits", "largest-token", "empty-value", "any-bytes", "odd-keys", "atomic",
	}},
	{"every client keeps a mark of its own", newClientSideMark, []string{"second-handle", "atomic"}},
	{"a token expires", newTokenExpires, []string{"no-expiry"}},
}

// oneMark shows every token to one key first.
type oneMark struct{ *keyed.Bucket }

func (s oneMark) Claim(ctx context.Context, key string, token chapter.Token) ([]byte, error) {
	if _, err := s.Bucket.Claim(ctx, "the mark", token); err != nil {
		return nil, err
	}
	return s.Bucket.Claim(ctx, key, token)
}

func (s oneMark) Write(ctx context.Context, key string, data []byte, token chapter.Token) error {
	if _, err := s.Bucket.Claim(ctx, "the mark", token); err != nil {
		return err
	}
	return s.Bucket.Write(ctx, key, data, token)
}

func (s oneMark) Delete(ctx context.Context, key string, token chapter.Token) error {
	if _, err := s.Bucket.Claim(ctx, "the mark", token); err != nil {
		return err
	}
	return s.Bucket.Delete(ctx, key, token)
}

// clientSideMark is one client's fence before a store that has none.
type clientSideMark struct {
	fence *keyed.Bucket // of this client
	plain *comparing    // of all
}

func newClientSideMark() StoreHarness {
	plain := &comparing{refuses: func(token, mark chapter.Token) bool { return false }}
	open := func() (Store, error) { return &serialised{s: clientSideMark{new(keyed.Bucket), plain}}, nil }
	first, _ := open()
	h := wholeStore(first)
	h.Another = open
	return h
}

func (s clientSideMark) Claim(ctx context.Context, key string, token chapter.Token) ([]byte, error) {
	if _, err := s.fence.Claim(ctx, key, token); err != nil {
		return nil, err
	}
	return s.plain.Claim(ctx, key, token)
}

func (s clientSideMark) Read(ctx context.Context, key string) ([]byte, chapter.Token, error) {
	return s.plain.Read(ctx, key)
}

func (s clientSideMark) Write(ctx context.Context, key string, data []byte, token chapter.Token) error {
	if _, err := s.fence.Claim(ctx, key, token); err != nil {
		return err
	}
	return s.plain.Write(ctx, key, data, token)
}

func (s clientSideMark) Delete(ctx context.Context, key string, token chapter.Token) error {
	if _, err := s.fence.Claim(ctx, key, token); err != nil {
		return err
	}
	return s.plain.Delete(ctx, key, token)
}

// tokenExpires believes that a token is good for an hour.
type tokenExpires struct {
	*keyed.Bucket
	clock *chapter.Clock
	seen  *sync.Map
}

func newTokenExpires() StoreHarness {
	clock := new(chapter.Clock)
	h := wholeStore(tokenExpires{new(keyed.Bucket), clock, new(sync.Map)})
	h.Advance = clock.Advance
	return h
}

func (s tokenExpires) Write(ctx context.Context, key string, data []byte, token chapter.Token) error {
	first, _ := s.seen.LoadOrStore(token, s.clock.Now())
	if s.clock.Now().Sub(first.(time.Time)) > time.Hour {
		return errors.New("the token's lease is over")
	}
	return s.Bucket.Write(ctx, key, data, token)
}
