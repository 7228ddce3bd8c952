package fencetest_test

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/fencetest"
)

// A Registry keeps each key's data and mark in one record. Find the fault.
type Registry struct {
	mu      sync.Mutex
	records map[string]record
}

type record struct {
	data []byte
	mark chapter.Token
}

func (r *Registry) fenced(ctx context.Context, key string, token chapter.Token, change func(record)) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	found := r.records[key]
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case token == 0:
		return chapter.ErrNoToken
	case token < found.mark:
		return &chapter.StaleTokenError{Token: token, Highest: found.mark}
	}
	change(found)
	return nil
}

func (r *Registry) Claim(ctx context.Context, key string, token chapter.Token) (data []byte, err error) {
	err = r.fenced(ctx, key, token, func(found record) {
		r.records[key] = record{found.data, token}
		data = slices.Clone(found.data)
	})
	return data, err
}

func (r *Registry) Write(ctx context.Context, key string, data []byte, token chapter.Token) error {
	return r.fenced(ctx, key, token, func(record) {
		r.records[key] = record{append([]byte{}, data...), token}
	})
}

func (r *Registry) Delete(ctx context.Context, key string, token chapter.Token) error {
	return r.fenced(ctx, key, token, func(record) { delete(r.records, key) })
}

func (r *Registry) Read(ctx context.Context, key string) ([]byte, chapter.Token, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.records[key].data), r.records[key].mark, ctx.Err()
}

// A store that somebody has written with care, and what the suite says of it.
// The fence is in the right place and compares the right way round. In a test
// one would call TestStore instead; Clients is 1 here since a drawing of calls
// that meet has another file name in every run.
func ExampleCheckStore() {
	err := fencetest.CheckStore(func() fencetest.StoreHarness {
		return fencetest.StoreHarness{
			Store:    &Registry{records: make(map[string]record)},
			NoReopen: true,
			Clients:  1,
		}
	})
	fmt.Println(err)

	// Output:
	// delete-keeps-mark: a deleted key remembers its mark
	// 1. Write("k", "old", 33) → ok
	// 2. Delete("k", 34) → ok
	// 3. Write("k", "undead", 33) → ok
	//    want an error that is chapter.ErrStaleToken: 34 has deleted the data, not the mark
	// Read "What does fencing need?" in example.com/fencing/chapter.
}
