package s3

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"

	awss3 "github.com/aws/aws-sdk-go-v2/service/s3"

	"example.com/fencing/chapter"
)

// Store is a fence over the objects of a bucket. An object's first line is the mark.
// A write compares its token with the mark and puts the new object in the old one's
// place, if the ETag is still that of the object it has compared with; else it looks
// again.
//
// It remembers the marks it has seen, with their ETags, so that a writer's second
// write needs one request and not two. What it remembers may be outdated: then so
// is the ETag, and the write is made again after a look. Should the object have come
// back to the same bytes since, the mark is the same as well: it is among them.
type Store struct {
	objects objects

	mu   sync.Mutex
	seen map[string]version
}

// A version is what a fenced write has to know of the object it replaces.
type version struct {
	etag string        // empty if there is no object
	mark chapter.Token // 0 if there is none
}

// remembered is how many keys' versions a Store keeps before it starts over.
const remembered = 10_000

// ErrNotFenced is returned for an object without a mark: it was put there past the
// fence.
var ErrNotFenced = errors.New("object carries no token")

// NewStore returns a fence over the objects of bucket whose keys begin with prefix,
// which is put before every key. Whoever puts, copies or deletes there past the
// fence opens it; a rule that expires objects does.
func NewStore(client *awss3.Client, bucket, prefix string) *Store {
	return &Store{objects: objects{client, bucket, prefix}, seen: make(map[string]version)}
}

// Claim raises the key's mark to token, then returns the data, nil if there is
// none. It returns the errors of Write, and takes two requests.
func (s *Store) Claim(ctx context.Context, key string, token chapter.Token) ([]byte, error) {
	if err := check(ctx, token); err != nil {
		return nil, err
	}
	for {
		data, old, err := s.get(ctx, key)
		if err != nil {
			return nil, err
		}
		err = s.replace(ctx, key, old, encode(token, data), token)
		if err == nil {
			return data, nil
		}
		if !errors.Is(err, errChanged) {
			return nil, err
		}
	}
}

// Read returns the key's data, nil if there is none, and its mark.
func (s *Store) Read(ctx context.Context, key string) ([]byte, chapter.Token, error) {
	if err := ctx.Err(); err != nil {
		return nil, 0, err
	}
	data, at, err := s.get(ctx, key)
	return data, at.mark, err
}

// Write replaces the key's data if no later grant than token has been seen at this
// key. Otherwise it changes nothing and returns a [*chapter.StaleTokenError], or
// [chapter.ErrNoToken] for token zero. An error of the network, and one of the
// server's such as "slow down", leaves open whether it has written; to write again is
// harmless.
func (s *Store) Write(ctx context.Context, key string, data []byte, token chapter.Token) error {
	if data == nil {
		data = []byte{} // data of no bytes, and not none
	}
	return s.put(ctx, key, encode(token, data), token)
}

// Delete puts a tombstone in the place of the key's data, which keeps the mark. It
// returns the errors of Write.
func (s *Store) Delete(ctx context.Context, key string, token chapter.Token) error {
	return s.put(ctx, key, encode(token, nil), token)
}

func (s *Store) put(ctx context.Context, key string, body []byte, token chapter.Token) error {
	if err := check(ctx, token); err != nil {
		return err
	}
	old, known := s.recall(key)
	for {
		if !known {
			var err error
			if _, old, err = s.get(ctx, key); err != nil {
				return err
			}
		}
		err := s.replace(ctx, key, old, body, token)
		if !errors.Is(err, errChanged) {
			return err
		}
		known = false
	}
}

// replace is the fence: compare the token with the mark, and put the object if the
// ETag is still the one at which that was its mark. The error is errChanged if it is
// not: somebody else's write came between.
func (s *Store) replace(ctx context.Context, key string, old version, body []byte, token chapter.Token) error {
	if token < old.mark { // also if old is outdated: marks only rise
		return &chapter.StaleTokenError{Token: token, Highest: old.mark}
	}
	etag, err := s.objects.replace(ctx, key, old.etag, body)
	if err != nil {
		s.forget(key)
		return err
	}
	s.remember(key, version{etag, token})
	return nil
}

func check(ctx context.Context, token chapter.Token) error {
	if token == 0 {
		return chapter.ErrNoToken
	}
	return ctx.Err()
}

func (s *Store) get(ctx context.Context, key string) (data []byte, at version, err error) {
	body, etag, err := s.objects.get(ctx, key)
	if err != nil || etag == "" {
		return nil, version{}, err
	}
	data, mark, err := decode(body)
	if err != nil {
		return nil, version{}, fmt.Errorf("%q: %w", key, err)
	}
	return data, version{etag, mark}, nil
}

func (s *Store) recall(key string) (version, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at, ok := s.seen[key]
	return at, ok
}

func (s *Store) remember(key string, at version) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.seen) >= remembered {
		clear(s.seen)
	}
	if at.mark >= s.seen[key].mark {
		s.seen[key] = at
	}
}

func (s *Store) forget(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.seen, key)
}

// An object begins with a line like "33 present", or "33 deleted" for a tombstone.
const (
	present = "present"
	deleted = "deleted"
)

func encode(mark chapter.Token, data []byte) []byte {
	state := present
	if data == nil {
		state = deleted
	}
	return append(fmt.Appendf(nil, "%d %s\n", mark, state), data...)
}

func decode(body []byte) (data []byte, mark chapter.Token, err error) {
	line, data, ok := bytes.Cut(body, []byte("\n"))
	number, state, _ := bytes.Cut(line, []byte(" "))
	n, err := strconv.ParseUint(string(number), 10, 64)
	if !ok || err != nil || n == 0 || string(state) != present && string(state) != deleted {
		return nil, 0, fmt.Errorf("%w: it begins %.20q, not like \"33 present\"", ErrNotFenced, body)
	}
	if string(state) == deleted {
		return nil, chapter.Token(n), nil
	}
	return data, chapter.Token(n), nil
}
