package keyed

import (
	"context"
	"crypto/md5"
	"errors"
	"fmt"
	"sync"
)

// An ETagBucket is an object store in the manner of S3 that can't compare
// tokens. It knows one condition: put this if the object is still the one whose
// ETag I saw. The ETag is a digest of the content, so equal bytes have equal
// ETags, also when they come back after something else. The zero ETagBucket is
// empty and ready.
type ETagBucket struct {
	mu      sync.Mutex
	objects map[string][]byte
}

var (
	// ErrPreconditionFailed is the 412 of an object store: the object is
	// not the one that the condition names.
	ErrPreconditionFailed = errors.New("precondition failed")

	// ErrNoSuchKey is returned when there is no object under the key.
	ErrNoSuchKey = errors.New("no such key")
)

// Get returns the object and its ETag, or [ErrNoSuchKey].
func (b *ETagBucket) Get(ctx context.Context, key string) (data []byte, etag string, err error) {
	if err := ctx.Err(); err != nil {
		return nil, "", err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	stored, ok := b.objects[key]
	if !ok {
		return nil, "", fmt.Errorf("%w: %q", ErrNoSuchKey, key)
	}
	return append([]byte{}, stored...), etagOf(stored), nil
}

// PutIfMatch replaces the object if its ETag is etag, and returns the new ETag.
// Otherwise it changes nothing and returns [ErrPreconditionFailed], or
// [ErrNoSuchKey] if there is no object.
func (b *ETagBucket) PutIfMatch(ctx context.Context, key string, data []byte, etag string) (string, error) {
	return b.put(ctx, key, data, func(stored []byte, exists bool) error {
		if !exists {
			return fmt.Errorf("%w: %q", ErrNoSuchKey, key)
		}
		if found := etagOf(stored); found != etag {
			return fmt.Errorf("%w: %q has ETag %s, not %s", ErrPreconditionFailed, key, found, etag)
		}
		return nil
	})
}

// PutIfNoneMatch creates the object if there is none, and returns its ETag.
// Otherwise it changes nothing and returns [ErrPreconditionFailed].
func (b *ETagBucket) PutIfNoneMatch(ctx context.Context, key string, data []byte) (string, error) {
	return b.put(ctx, key, data, func(_ []byte, exists bool) error {
		if exists {
			return fmt.Errorf("%w: %q exists", ErrPreconditionFailed, key)
		}
		return nil
	})
}

// put stores the object if the condition holds, as one atomic step.
func (b *ETagBucket) put(ctx context.Context, key string, data []byte, condition func(stored []byte, exists bool) error) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	stored, exists := b.objects[key]
	if err := condition(stored, exists); err != nil {
		return "", err
	}
	if b.objects == nil {
		b.objects = make(map[string][]byte)
	}
	b.objects[key] = append([]byte{}, data...)
	return etagOf(data), nil
}

// etagOf is what S3 does for a plain object put in one piece: the MD5 of its
// bytes. With some kinds of encryption it is something else.
func etagOf(data []byte) string {
	return fmt.Sprintf("%q", fmt.Sprintf("%x", md5.Sum(data)))
}
