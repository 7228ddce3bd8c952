package fencetest

import (
	"context"
	"errors"
	"fmt"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/keyed"
)

// brokenPaths forget the fence on one of the ways to change a key, or let it do
// what a refusal must not.
var brokenPaths = []brokenThing[StoreHarness]{
	{"delete is not fenced", overBucket(func(b *keyed.Bucket) Store { return unfencedDelete{b} }), []string{"lower-token-delete", "atomic"}},
	{"claim is not fenced", overBucket(func(b *keyed.Bucket) Store { return unfencedClaim{b} }), []string{"lower-token-claim", "atomic"}},
	{"claim does not raise the mark", overBucket(func(b *keyed.Bucket) Store { return idleClaim{b} }), []string{
		"claim-fences", "newest-lands", "lost-update", "second-handle", "atomic",
	}},
	{"claim returns no data", overBucket(func(b *keyed.Bucket) Store { return blindClaim{b} }), []string{
		"lost-update", "no-expiry", "empty-value", "any-bytes", "copies", "second-handle", "atomic",
	}},
	{"delete leaves the data", overBucket(func(b *keyed.Bucket) Store { return idleDelete{b} }), []string{
		"delete-removes", "delete-keeps-mark", "reopen-after-delete", "atomic",
	}},
	{"delete of what is not there fails", overBucket(func(b *keyed.Bucket) Store { return strictDelete{b} }), []string{"delete-removes", "equal-token"}},
	{"the zero token passes", overBucket(func(b *keyed.Bucket) Store { return zeroPasses{b} }), []string{"zero-token"}},
	{"a refusal is some other error", overBucket(func(b *keyed.Bucket) Store { return otherError{b} }), []string{"lower-token-write"}},
	{"a refused write raises no error", overBucket(func(b *keyed.Bucket) Store { return silentRefusal{b} }), []string{"lower-token-write", "atomic"}},
	{"a refused write changes the data", overBucket(func(b *keyed.Bucket) Store { return refusedWriteLands{b} }), []string{"lower-token-write", "atomic"}},
	{"a refused token becomes the mark", newRefusedBecomesMark, []string{"lower-token-write", "delete-keeps-mark", "second-handle", "atomic"}},
	{"a cancelled call is made all the same", overBucket(func(b *keyed.Bucket) Store { return deafToContext{b} }), []string{"cancelled-context"}},
	{"a cancelled call raises the mark", overBucket(func(b *keyed.Bucket) Store { return cancelledRaises{b} }), []string{"cancelled-context"}},
}

// overBucket is a harness for a bucket with something on top.
func overBucket(wrap func(*keyed.Bucket) Store) func() StoreHarness {
	return func() StoreHarness { return wholeStore(&serialised{s: wrap(new(keyed.Bucket))}) }
}

type unfencedDelete struct{ *keyed.Bucket }

func (s unfencedDelete) Delete(ctx context.Context, key string, token chapter.Token) error {
	_, mark, err := s.Read(ctx, key)
	if err != nil {
		return err
	}
	if token == 0 {
		return chapter.ErrNoToken
	}
	return s.Bucket.Delete(ctx, key, max(mark, token))
}

type unfencedClaim struct{ *keyed.Bucket }

func (s unfencedClaim) Claim(ctx context.Context, key string, token chapter.Token) ([]byte, error) {
	data, err := s.Bucket.Claim(ctx, key, token)
	if errors.Is(err, chapter.ErrStaleToken) {
		data, _, err = s.Read(ctx, key)
	}
	return data, err
}

type idleClaim struct{ *keyed.Bucket }

func (s idleClaim) Claim(ctx context.Context, key string, token chapter.Token) ([]byte, error) {
	data, mark, err := s.Read(ctx, key)
	if err == nil && token == 0 {
		err = chapter.ErrNoToken
	}
	if err == nil && token < mark {
		err = &chapter.StaleTokenError{Token: token, Highest: mark}
	}
	return data, err
}

type blindClaim struct{ *keyed.Bucket }

func (s blindClaim) Claim(ctx context.Context, key string, token chapter.Token) ([]byte, error) {
	_, err := s.Bucket.Claim(ctx, key, token)
	return nil, err
}

type idleDelete struct{ *keyed.Bucket }

func (s idleDelete) Delete(ctx context.Context, key string, token chapter.Token) error {
	_, err := s.Claim(ctx, key, token)
	return err
}

type strictDelete struct{ *keyed.Bucket }

func (s strictDelete) Delete(ctx context.Context, key string, token chapter.Token) error {
	data, err := s.Claim(ctx, key, token)
	if err == nil && data == nil {
		err = errors.New("no such key")
	}
	if err != nil {
		return err
	}
	return s.Bucket.Delete(ctx, key, token)
}

type zeroPasses struct{ *keyed.Bucket }

func (s zeroPasses) Write(ctx context.Context, key string, data []byte, token chapter.Token) error {
	if token == 0 { // "an old client, from before the tokens"
		_, mark, err := s.Read(ctx, key)
		if err != nil {
			return err
		}
		token = max(mark, 1)
	}
	return s.Bucket.Write(ctx, key, data, token)
}

type otherError struct{ *keyed.Bucket }

func (s otherError) Write(ctx context.Context, key string, data []byte, token chapter.Token) error {
	err := s.Bucket.Write(ctx, key, data, token)
	if errors.Is(err, chapter.ErrStaleToken) {
		return fmt.Errorf("conflict: %v", err) // %v where %w was meant
	}
	return err
}

type silentRefusal struct{ *keyed.Bucket }

func (s silentRefusal) Write(ctx context.Context, key string, data []byte, token chapter.Token) error {
	err := s.Bucket.Write(ctx, key, data, token)
	if errors.Is(err, chapter.ErrStaleToken) {
		return nil // UPDATE ... WHERE fence <= $1: nobody looks how many rows it changed
	}
	return err
}

type refusedWriteLands struct{ *keyed.Bucket }

func (s refusedWriteLands) Write(ctx context.Context, key string, data []byte, token chapter.Token) error {
	err := s.Bucket.Write(ctx, key, data, token)
	var stale *chapter.StaleTokenError
	if errors.As(err, &stale) {
		s.Bucket.Write(ctx, key, data, stale.Highest)
	}
	return err
}

// refusedBecomesMark keeps the token it saw last, not the highest.
type refusedBecomesMark struct{ comparing }

func newRefusedBecomesMark() StoreHarness {
	s := new(refusedBecomesMark)
	s.refuses = func(token, mark chapter.Token) bool { return token < mark }
	return wholeStore(&serialised{s: s})
}

func (s *refusedBecomesMark) Write(ctx context.Context, key string, data []byte, token chapter.Token) error {
	err := s.comparing.Write(ctx, key, data, token)
	if errors.Is(err, chapter.ErrStaleToken) {
		s.mu.Lock()
		defer s.mu.Unlock()
		o := s.objects[key]
		o.mark = token
		s.objects[key] = o
	}
	return err
}

type deafToContext struct{ *keyed.Bucket }

func (s deafToContext) Write(ctx context.Context, key string, data []byte, token chapter.Token) error {
	return s.Bucket.Write(context.WithoutCancel(ctx), key, data, token)
}

type cancelledRaises struct{ *keyed.Bucket }

func (s cancelledRaises) Write(ctx context.Context, key string, data []byte, token chapter.Token) error {
	if ctx.Err() != nil {
		s.Claim(context.WithoutCancel(ctx), key, token)
	}
	return s.Bucket.Write(ctx, key, data, token)
}
