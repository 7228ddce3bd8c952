package fencetest

import (
	"bytes"
	"context"
	"errors"
	"sync"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/keyed"
)

// brokenRaise compare tokens well, and don't raise the mark where a call changes
// no data: an UPDATE that finds no row, a write that is optimized away.
var brokenRaise = []brokenThing[StoreHarness]{
	{"delete of what is not there does nothing", overBucket(func(b *keyed.Bucket) Store { return lazyDelete{b, noData} }), []string{"delete-raises-mark"}},
	{"delete of a key never seen does nothing", overBucket(func(b *keyed.Bucket) Store { return lazyDelete{b, noRow} }), []string{"delete-raises-mark"}},
	{"a second delete is not fenced", overBucket(newEasyDelete), []string{"delete-keeps-mark", "claim-fences"}},
	{"claim of what is not there does nothing", overBucket(func(b *keyed.Bucket) Store { return lazyClaim{b, noData} }), []string{"claim-fences", "atomic"}},
	{"claim of a key never seen does nothing", overBucket(func(b *keyed.Bucket) Store { return lazyClaim{b, noRow} }), []string{"claim-fences", "atomic"}},
	{"claim of what is not there is not fenced", overBucket(func(b *keyed.Bucket) Store { return easyClaim{b} }), []string{
		"delete-keeps-mark", "claim-fences", "atomic",
	}},
	{"write of the same data does nothing", overBucket(func(b *keyed.Bucket) Store { return lazyWrite{b} }), []string{"write-raises-mark", "atomic"}},
	{"a claim of what is not there is lost on restart", newSaving(func(kind opKind, before, _ []byte) bool {
		return kind != opClaim || before != nil
	}), []string{"reopen-after-claim"}},
	{"a delete of what is not there is lost on restart", newSaving(func(kind opKind, before, _ []byte) bool {
		return kind != opDelete || before != nil
	}), []string{"reopen-after-delete"}},
	{"a write of the same data is lost on restart", newSaving(func(kind opKind, before, data []byte) bool {
		return kind != opWrite || before == nil || !bytes.Equal(before, data)
	}), []string{"reopen-after-write"}},
}

func noData(data []byte, _ chapter.Token) bool   { return data == nil }
func noRow(data []byte, mark chapter.Token) bool { return data == nil && mark == 0 }

func compare(token, mark chapter.Token) (refused error) {
	switch {
	case token == 0:
		return chapter.ErrNoToken
	case token < mark:
		return &chapter.StaleTokenError{Token: token, Highest: mark}
	}
	return nil
}

type lazyDelete struct {
	*keyed.Bucket
	absent func([]byte, chapter.Token) bool
}

func (s lazyDelete) Delete(ctx context.Context, key string, token chapter.Token) error {
	data, mark, err := s.Read(ctx, key)
	if err = errors.Join(err, compare(token, mark)); err != nil || s.absent(data, mark) {
		return err
	}
	return s.Bucket.Delete(ctx, key, token)
}

// easyDelete has nothing to do for a key that it has deleted already.
type easyDelete struct {
	*keyed.Bucket
	deleted *sync.Map
}

func newEasyDelete(b *keyed.Bucket) Store { return easyDelete{b, new(sync.Map)} }

func (s easyDelete) Delete(ctx context.Context, key string, token chapter.Token) error {
	err := s.Bucket.Delete(ctx, key, token)
	if err == nil {
		s.deleted.Store(key, true)
	}
	if _, deleted := s.deleted.Load(key); deleted && errors.Is(err, chapter.ErrStaleToken) {
		return nil
	}
	return err
}

func (s easyDelete) Write(ctx context.Context, key string, data []byte, token chapter.Token) error {
	err := s.Bucket.Write(ctx, key, data, token)
	if err == nil {
		s.deleted.Delete(key)
	}
	return err
}

type lazyClaim struct {
	*keyed.Bucket
	absent func([]byte, chapter.Token) bool
}

func (s lazyClaim) Claim(ctx context.Context, key string, token chapter.Token) ([]byte, error) {
	data, mark, err := s.Read(ctx, key)
	if err = errors.Join(err, compare(token, mark)); err != nil || s.absent(data, mark) {
		return nil, err
	}
	return s.Bucket.Claim(ctx, key, token)
}

type easyClaim struct{ *keyed.Bucket }

func (s easyClaim) Claim(ctx context.Context, key string, token chapter.Token) ([]byte, error) {
	claimed, err := s.Bucket.Claim(ctx, key, token)
	if data, _, _ := s.Read(ctx, key); data == nil && errors.Is(err, chapter.ErrStaleToken) {
		return nil, nil
	}
	return claimed, err
}

type lazyWrite struct{ *keyed.Bucket }

func (s lazyWrite) Write(ctx context.Context, key string, data []byte, token chapter.Token) error {
	present, mark, err := s.Read(ctx, key)
	if err = errors.Join(err, compare(token, mark)); err != nil {
		return err
	}
	if present != nil && bytes.Equal(present, data) {
		return nil
	}
	return s.Bucket.Write(ctx, key, data, token)
}

// saving does everything in memory, and on disk what it thinks needs saving.
type saving struct {
	*keyed.Bucket // in memory
	disk          *keyed.Bucket
	saves         func(kind opKind, before, data []byte) bool
}

func newSaving(saves func(kind opKind, before, data []byte) bool) func() StoreHarness {
	return func() StoreHarness {
		disk := new(keyed.Bucket)
		h := wholeStore(&serialised{s: saving{new(keyed.Bucket), disk, saves}})
		h.Reopen = func() (Store, error) { return disk, nil }
		return h
	}
}

// before is the disk that a call is made on: the real one, if it needs saving.
func (s saving) before(ctx context.Context, kind opKind, key string, data []byte) *keyed.Bucket {
	if before, _, err := s.Read(ctx, key); err == nil && !s.saves(kind, before, data) {
		return new(keyed.Bucket)
	}
	return s.disk
}

func (s saving) Claim(ctx context.Context, key string, token chapter.Token) ([]byte, error) {
	s.before(ctx, opClaim, key, nil).Claim(ctx, key, token)
	return s.Bucket.Claim(ctx, key, token)
}

func (s saving) Write(ctx context.Context, key string, data []byte, token chapter.Token) error {
	s.before(ctx, opWrite, key, data).Write(ctx, key, data, token)
	return s.Bucket.Write(ctx, key, data, token)
}

func (s saving) Delete(ctx context.Context, key string, token chapter.Token) error {
	s.before(ctx, opDelete, key, nil).Delete(ctx, key, token)
	return s.Bucket.Delete(ctx, key, token)
}
