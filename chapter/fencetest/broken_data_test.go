package fencetest

import (
	"bytes"
	"context"
	"path"
	"strings"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/keyed"
)

// brokenData have a good fence, and spoil what is behind it.
var brokenData = []brokenThing[StoreHarness]{
	{"keeps the slice that was written", newKeepsSlice, []string{"copies"}},
	{"returns its own slice", newReturnsSlice, []string{"copies"}},
	{"takes empty data for none", overBucket(func(b *keyed.Bucket) Store { return emptyIsNone{b} }), []string{"empty-value"}},
	{"takes nil for a deletion", overBucket(func(b *keyed.Bucket) Store { return nilDeletes{b} }), []string{"empty-value"}},
	{"cuts data at a zero byte", overBucket(func(b *keyed.Bucket) Store { return zeroTerminated{b} }), []string{"any-bytes"}},
	{"cuts data at 64 KiB", overBucket(func(b *keyed.Bucket) Store { return shortValues{b} }), []string{"any-bytes"}},
	{"takes keys for paths, and cleans them", overBucket(func(b *keyed.Bucket) Store { return renamed{b, path.Clean} }), []string{"odd-keys"}},
	{"takes upper case for lower", overBucket(func(b *keyed.Bucket) Store { return renamed{b, strings.ToLower} }), []string{"odd-keys"}},
	{"cuts keys at a zero byte", overBucket(func(b *keyed.Bucket) Store { return renamed{b, upToZero} }), []string{"odd-keys"}},
	{"cuts keys at 64 bytes", overBucket(func(b *keyed.Bucket) Store { return renamed{b, upTo64} }), []string{"odd-keys"}},
	{"keeps the mark under key.mark", overBucket(func(b *keyed.Bucket) Store { return markBeside{b} }), []string{"odd-keys"}},
}

// keepsSlice has a fence, and the caller's own slice behind it.
type keepsSlice struct {
	fence keyed.Bucket
	data  map[string][]byte
}

func newKeepsSlice() StoreHarness {
	return wholeStore(&serialised{s: &keepsSlice{data: map[string][]byte{}}})
}

func (s *keepsSlice) change(key string, data []byte, err error) error {
	if err == nil {
		s.data[key] = data
	}
	return err
}

func (s *keepsSlice) copy(key string) []byte {
	if s.data[key] == nil {
		return nil
	}
	return append([]byte{}, s.data[key]...)
}

func (s *keepsSlice) Claim(ctx context.Context, key string, token chapter.Token) ([]byte, error) {
	if _, err := s.fence.Claim(ctx, key, token); err != nil {
		return nil, err
	}
	return s.copy(key), nil
}

func (s *keepsSlice) Read(ctx context.Context, key string) ([]byte, chapter.Token, error) {
	_, mark, err := s.fence.Read(ctx, key)
	return s.copy(key), mark, err
}

func (s *keepsSlice) Write(ctx context.Context, key string, data []byte, token chapter.Token) error {
	if data == nil {
		data = []byte{}
	}
	return s.change(key, data, s.fence.Write(ctx, key, nil, token))
}

func (s *keepsSlice) Delete(ctx context.Context, key string, token chapter.Token) error {
	return s.change(key, nil, s.fence.Delete(ctx, key, token))
}

// returnsSlice copies what comes in, and hands out what it has.
type returnsSlice struct{ *keepsSlice }

func newReturnsSlice() StoreHarness {
	return wholeStore(&serialised{s: returnsSlice{&keepsSlice{data: map[string][]byte{}}}})
}

func (s returnsSlice) Write(ctx context.Context, key string, data []byte, token chapter.Token) error {
	return s.keepsSlice.Write(ctx, key, append([]byte{}, data...), token)
}

func (s returnsSlice) Read(ctx context.Context, key string) ([]byte, chapter.Token, error) {
	_, mark, err := s.keepsSlice.Read(ctx, key)
	return s.data[key], mark, err
}

type emptyIsNone struct{ *keyed.Bucket }

func (s emptyIsNone) Read(ctx context.Context, key string) ([]byte, chapter.Token, error) {
	data, mark, err := s.Bucket.Read(ctx, key)
	if len(data) == 0 {
		data = nil
	}
	return data, mark, err
}

type nilDeletes struct{ *keyed.Bucket }

func (s nilDeletes) Write(ctx context.Context, key string, data []byte, token chapter.Token) error {
	if data == nil {
		return s.Delete(ctx, key, token)
	}
	return s.Bucket.Write(ctx, key, data, token)
}

type zeroTerminated struct{ *keyed.Bucket }

func (s zeroTerminated) Write(ctx context.Context, key string, data []byte, token chapter.Token) error {
	text, _, _ := bytes.Cut(data, []byte{0})
	return s.Bucket.Write(ctx, key, text, token)
}

type shortValues struct{ *keyed.Bucket }

func (s shortValues) Write(ctx context.Context, key string, data []byte, token chapter.Token) error {
	return s.Bucket.Write(ctx, key, data[:min(len(data), 64<<10)], token)
}

// renamed stores a key under another name.
type renamed struct {
	*keyed.Bucket
	name func(string) string
}

func upToZero(key string) string {
	text, _, _ := strings.Cut(key, "\x00")
	return text
}

func upTo64(key string) string { return key[:min(len(key), 64)] }

func (s renamed) Claim(ctx context.Context, key string, token chapter.Token) ([]byte, error) {
	return s.Bucket.Claim(ctx, s.name(key), token)
}

func (s renamed) Read(ctx context.Context, key string) ([]byte, chapter.Token, error) {
	return s.Bucket.Read(ctx, s.name(key))
}

func (s renamed) Write(ctx context.Context, key string, data []byte, token chapter.Token) error {
	return s.Bucket.Write(ctx, s.name(key), data, token)
}

func (s renamed) Delete(ctx context.Context, key string, token chapter.Token) error {
	return s.Bucket.Delete(ctx, s.name(key), token)
}

// markBeside puts the mark where some other key may be.
type markBeside struct{ *keyed.Bucket }

func (s markBeside) Write(ctx context.Context, key string, data []byte, token chapter.Token) error {
	if err := s.Bucket.Write(ctx, key, data, token); err != nil {
		return err
	}
	_, mark, err := s.Read(ctx, key+".mark")
	if err != nil {
		return err
	}
	return s.Bucket.Write(ctx, key+".mark", []byte("the mark"), max(mark, token))
}
