package nats

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"

	"github.com/nats-io/nats.go/jetstream"

	"example.com/fencing/chapter"
)

// Store is a fence over the keys of a JetStream key-value bucket. The value's first
// line is the mark. A write compares its token with the mark and puts the new value
// in the old one's place, if the key's revision is still the one it has compared
// with; else it looks again.
//
// It remembers the marks it has seen, with their revisions, so that a writer's
// second write needs one round trip and not two. What it remembers may be outdated:
// then the revision is too, and the write is made again after a look. It is good for
// one life of the bucket: where revisions are used a second time, so must not be a
// Store.
type Store struct {
	kv jetstream.KeyValue

	mu   sync.Mutex
	seen map[string]version
}

// A version is what a fenced write has to know of the value it replaces.
type version struct {
	revision uint64        // 0 if there is no value
	mark     chapter.Token // 0 if there is none
}

// remembered is how many keys' versions a Store keeps before it starts over.
const remembered = 10_000

// ErrNotFenced is returned for a value without a mark: it was put there past the
// fence.
var ErrNotFenced = errors.New("value carries no token")

// NewStore returns a fence over the bucket kv. In a bucket with a TTL marks would
// be forgotten; it is refused. Whoever writes to the bucket past the fence opens
// it, and so does who deletes a key with [jetstream.KeyValue.Delete].
func NewStore(ctx context.Context, kv jetstream.KeyValue) (*Store, error) {
	status, err := kv.Status(ctx)
	if err != nil {
		return nil, err
	}
	if status.TTL() != 0 {
		return nil, fmt.Errorf("bucket %q drops what is older than %v, and with it the marks: a fence needs a bucket without TTL", kv.Bucket(), status.TTL())
	}
	return &Store{kv: kv, seen: make(map[string]version)}, nil
}

// Claim raises the key's mark to token, then returns the data, nil if there is
// none. It returns the errors of Write, and takes two round trips.
func (s *Store) Claim(ctx context.Context, key string, token chapter.Token) ([]byte, error) {
	if err := check(ctx, token); err != nil {
		return nil, err
	}
	for {
		data, old, err := s.get(ctx, key)
		if err != nil {
			return nil, err
		}
		done, err := s.replace(ctx, key, old, encode(token, data), token)
		if done {
			return data, err
		}
	}
}

// Read returns the key's data, nil if there is none, and its mark. Of a bucket with
// replicas it may be late: see the package comment.
func (s *Store) Read(ctx context.Context, key string) ([]byte, chapter.Token, error) {
	if err := ctx.Err(); err != nil {
		return nil, 0, err
	}
	data, at, err := s.get(ctx, key)
	return data, at.mark, err
}

// Write replaces the key's data if no later grant than token has been seen at this
// key. Otherwise it changes nothing and returns a [*chapter.StaleTokenError], or
// [chapter.ErrNoToken] for token zero. An error of the network leaves open whether
// it has written; to write again is harmless.
func (s *Store) Write(ctx context.Context, key string, data []byte, token chapter.Token) error {
	if data == nil {
		data = []byte{} // data of no bytes, and not none
	}
	return s.put(ctx, key, encode(token, data), token)
}

// Delete replaces the key's data by a tombstone, which keeps the mark. It returns
// the errors of Write.
func (s *Store) Delete(ctx context.Context, key string, token chapter.Token) error {
	return s.put(ctx, key, encode(token, nil), token)
}

func (s *Store) put(ctx context.Context, key string, value []byte, token chapter.Token) error {
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
		done, err := s.replace(ctx, key, old, value, token)
		if done {
			return err
		}
		known = false
	}
}

// replace is the fence: compare the token with the mark, and put the value if the
// key's revision is still the one at which that was its mark. It is not done if the
// revision is another: somebody else's write came between.
func (s *Store) replace(ctx context.Context, key string, old version, value []byte, token chapter.Token) (done bool, err error) {
	if token < old.mark { // also if old is outdated: marks only rise
		return true, &chapter.StaleTokenError{Token: token, Highest: old.mark}
	}
	var revision uint64
	if old.revision == 0 {
		revision, err = s.kv.Create(ctx, key, value)
	} else {
		revision, err = s.kv.Update(ctx, key, value, old.revision)
	}
	if err == nil {
		s.remember(key, version{revision, token})
	}
	return !otherRevision(err), err
}

func check(ctx context.Context, token chapter.Token) error {
	if token == 0 {
		return chapter.ErrNoToken
	}
	return ctx.Err()
}

func (s *Store) get(ctx context.Context, key string) (data []byte, at version, err error) {
	entry, err := s.kv.Get(ctx, key)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return nil, version{}, nil
	}
	if err != nil {
		return nil, version{}, err
	}
	data, mark, err := decode(entry.Value())
	if err != nil {
		return nil, version{}, fmt.Errorf("%q: %w", key, err)
	}
	at = version{entry.Revision(), mark}
	s.remember(key, at)
	return data, at, nil
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
	if at.revision > s.seen[key].revision {
		s.seen[key] = at
	}
}

// A value begins with a line like "33 present", or "33 deleted" for a tombstone.
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

func decode(value []byte) (data []byte, mark chapter.Token, err error) {
	line, data, ok := bytes.Cut(value, []byte("\n"))
	number, state, _ := bytes.Cut(line, []byte(" "))
	n, err := strconv.ParseUint(string(number), 10, 64)
	if !ok || err != nil || n == 0 || string(state) != present && string(state) != deleted {
		return nil, 0, fmt.Errorf("%w: it begins %.20q, not like \"33 present\"", ErrNotFenced, value)
	}
	if string(state) == deleted {
		return nil, chapter.Token(n), nil
	}
	return data, chapter.Token(n), nil
}
