package keyed

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"

	"example.com/fencing/chapter"
)

// FencedETags is a fence built on a store that can't compare tokens. The mark
// travels in the object itself, in front of the data: read the object, compare
// the tokens here, and put the new object only if the old one is still there.
// The condition makes the two steps one: when anything came between, the put
// fails and the comparison is made again.
//
// Since the token is part of the content, a newer holder who writes the very
// same data still changes the ETag, and a stale writer's condition fails.
type FencedETags struct {
	bucket *ETagBucket
}

// NewFencedETags returns a fence over the objects of bucket. Whoever writes to
// the bucket past the fence opens it.
func NewFencedETags(bucket *ETagBucket) *FencedETags {
	return &FencedETags{bucket: bucket}
}

// ErrNotFenced is returned for an object that carries no token: it was put
// there past the fence.
var ErrNotFenced = errors.New("object carries no token")

// Claim raises the key's mark to token, then returns the data, nil if there is
// none. It returns the errors of Write.
func (f *FencedETags) Claim(ctx context.Context, key string, token chapter.Token) ([]byte, error) {
	claimed, err := f.fenced(ctx, key, token, func(*object) {})
	return claimed.data, err
}

// Write replaces the key's data if no later grant than token has been seen at
// this key. Otherwise it returns a [*chapter.StaleTokenError], or
// [chapter.ErrNoToken] for token zero, and what is stored is a newer holder's.
func (f *FencedETags) Write(ctx context.Context, key string, data []byte, token chapter.Token) error {
	_, err := f.fenced(ctx, key, token, func(o *object) { o.data = append([]byte{}, data...) })
	return err
}

// Delete puts a tombstone: an object with the mark and no data. It returns the
// errors of Write.
func (f *FencedETags) Delete(ctx context.Context, key string, token chapter.Token) error {
	_, err := f.fenced(ctx, key, token, func(o *object) { o.data = nil })
	return err
}

// Read returns the key's data, nil if there is none, and its mark.
func (f *FencedETags) Read(ctx context.Context, key string) ([]byte, chapter.Token, error) {
	stored, err := f.get(ctx, key)
	return stored.data, stored.highest, err
}

// fenced changes the object if the fence lets token through, and returns what
// is stored then. It tries until the context is over; whoever makes it try
// again has itself moved on, so some writer always gets ahead.
func (f *FencedETags) fenced(ctx context.Context, key string, token chapter.Token, change func(*object)) (fencedObject, error) {
	if err := ctx.Err(); err != nil {
		return fencedObject{}, err
	}
	if token == 0 {
		return fencedObject{}, chapter.ErrNoToken
	}
	for {
		stored, err := f.get(ctx, key)
		if err != nil {
			return fencedObject{}, err
		}
		next := stored
		if err := next.admit(token); err != nil {
			return fencedObject{}, err
		}
		change(&next.object)
		// Equal bytes are in place already: a claim made twice, or a put
		// that landed while its answer got lost and came back as a 412.
		if bytes.Equal(stored.encode(), next.encode()) {
			return next, nil
		}
		switch err := f.put(ctx, key, next); {
		case err == nil:
			return next, nil
		case !errors.Is(err, ErrPreconditionFailed):
			return fencedObject{}, err
		}
	}
}

// A fencedObject is an object as it was read, and the ETag it had then: empty
// if there was none.
type fencedObject struct {
	object
	etag string
}

func (f *FencedETags) get(ctx context.Context, key string) (fencedObject, error) {
	body, etag, err := f.bucket.Get(ctx, key)
	if errors.Is(err, ErrNoSuchKey) {
		return fencedObject{}, nil
	}
	if err != nil {
		return fencedObject{}, err
	}
	decoded, err := decode(body)
	if err != nil {
		return fencedObject{}, fmt.Errorf("%q: %w", key, err)
	}
	return fencedObject{object: decoded, etag: etag}, nil
}

// put stores the object if the bucket still holds the one it was made from.
func (f *FencedETags) put(ctx context.Context, key string, next fencedObject) error {
	var err error
	if next.etag == "" {
		_, err = f.bucket.PutIfNoneMatch(ctx, key, next.encode())
	} else {
		_, err = f.bucket.PutIfMatch(ctx, key, next.encode(), next.etag)
	}
	return err
}

// The first line of an object's body is its mark. The second word of the line
// says whether data follows or the object is a tombstone.
const (
	present = "present"
	deleted = "deleted"
)

func (o *object) encode() []byte {
	state := deleted
	if o.data != nil {
		state = present
	}
	return append(fmt.Appendf(nil, "%d %s\n", o.highest, state), o.data...)
}

func decode(body []byte) (object, error) {
	line, data, ok := bytes.Cut(body, []byte("\n"))
	mark, state, ok2 := bytes.Cut(line, []byte(" "))
	highest, err := strconv.ParseUint(string(mark), 10, 64)
	if string(state) == deleted {
		data = nil
	}
	if !ok || !ok2 || err != nil || highest == 0 || data != nil && string(state) != present {
		return object{}, fmt.Errorf("%w: it begins %.20q, not like \"33 present\"", ErrNotFenced, body)
	}
	return object{data: data, highest: chapter.Token(highest)}, nil
}
