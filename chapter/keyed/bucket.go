package keyed

import (
	"bytes"
	"context"
	"sync"

	"example.com/fencing/chapter"
)

// A Bucket is [chapter.FencedStorage] for many keys, each with a mark of its
// own. The zero Bucket is empty and ready.
type Bucket struct {
	mu      sync.Mutex
	objects map[string]*object
}

// An object is what a key stands for. It is never removed: its mark is the
// memory that the fence lives on.
type object struct {
	data    []byte        // nil before the first write and after a delete
	highest chapter.Token // the mark
}

// admit is the fence, one per key.
func (o *object) admit(token chapter.Token) error {
	if token < o.highest {
		return &chapter.StaleTokenError{Token: token, Highest: o.highest}
	}
	o.highest = token
	return nil
}

// set replaces the data and keeps its room for the next time. Data of no bytes
// is data, and not nil.
func (o *object) set(data []byte) {
	if o.data == nil {
		o.data = []byte{}
	}
	o.data = append(o.data[:0], data...)
}

// Claim raises the key's mark to token, then returns the data, nil if there is
// none. From here on every lower token is refused. It returns the errors of
// Write.
func (b *Bucket) Claim(ctx context.Context, key string, token chapter.Token) ([]byte, error) {
	var data []byte
	err := b.fenced(ctx, key, token, func(o *object) { data = bytes.Clone(o.data) })
	return data, err
}

// Write replaces the key's data if no later grant than token has been seen at
// this key. Otherwise it changes nothing and returns a
// [*chapter.StaleTokenError], or [chapter.ErrNoToken] for token zero.
func (b *Bucket) Write(ctx context.Context, key string, data []byte, token chapter.Token) error {
	return b.fenced(ctx, key, token, func(o *object) { o.set(data) })
}

// Delete drops the key's data and keeps its mark. It returns the errors of
// Write; to delete what is not there is no error.
func (b *Bucket) Delete(ctx context.Context, key string, token chapter.Token) error {
	return b.fenced(ctx, key, token, func(o *object) { o.data = nil })
}

// fenced runs change on the key's object if the fence lets token through. Every
// way to change an object leads through here.
func (b *Bucket) fenced(ctx context.Context, key string, token chapter.Token, change func(*object)) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if token == 0 {
		return chapter.ErrNoToken
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	o := b.objects[key]
	if o == nil {
		o = new(object)
		if b.objects == nil {
			b.objects = make(map[string]*object)
		}
		b.objects[key] = o
	}
	if err := o.admit(token); err != nil {
		return err
	}
	change(o)
	return nil
}

// Read returns the key's data, nil if there is none, and its mark, zero if no
// token was ever accepted.
func (b *Bucket) Read(ctx context.Context, key string) ([]byte, chapter.Token, error) {
	if err := ctx.Err(); err != nil {
		return nil, 0, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	o := b.objects[key]
	if o == nil {
		return nil, 0, nil
	}
	return bytes.Clone(o.data), o.highest, nil
}
