package filestore

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"sync"

	"example.com/fencing/chapter"
)

// A Store is a fenced storage in a folder, with a mark of its own for each key.
// What it has acknowledged survives a crash. A key is any string.
//
// Its methods may be called from many goroutines. Each looks at its context
// once, before it begins: a save that is under way is not given up halfway.
type Store struct {
	disk   disk
	save   func(disk, []byte) error // replace; the tests have worse ones
	unlock func() error

	mu      sync.Mutex
	objects map[string]object // what is on the disk, and nothing else
	over    error             // why the store answers no more
}

// An object is what a key stands for. It is never removed: its mark is the
// memory that the fence lives on.
type object struct {
	mark chapter.Token
	data []byte // nil means no data
}

var (
	// ErrBroken is returned once the disk has reported an error. The call
	// that met it was not acknowledged, and yet it may be found on the disk
	// later. Close the store and open it again.
	ErrBroken = errors.New("store broken, its disk failed: open it again to see what is there")

	// ErrCorrupt is returned by [Open] for a file that is not what a Store
	// wrote last: truncated, altered, of another format, somebody else's.
	ErrCorrupt = errors.New("corrupt store")

	// ErrInUse is returned by [Open] while another Store has the folder
	// open, in this process or in another.
	ErrInUse = errors.New("store in use")
)

// Open opens the store in the folder dir. An empty folder is an empty store. A
// folder that does not exist is an error, since a disk that somebody forgot to
// mount must not look like a store without marks. The other errors are
// [ErrCorrupt], [ErrInUse] and those of the disk.
func Open(dir string) (*Store, error) {
	unlock, err := lock(filepath.Join(dir, lockName))
	if err != nil {
		return nil, fmt.Errorf("open store %s: %w", dir, err)
	}
	s, err := open(folder(dir), replace)
	if err != nil {
		return nil, fmt.Errorf("open store %s: %w", dir, errors.Join(err, unlock()))
	}
	s.unlock = unlock
	return s, nil
}

// Close lets go of the folder. There is nothing left to save. Calls that come
// later return [os.ErrClosed]; a second Close does nothing.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if errors.Is(s.over, os.ErrClosed) {
		return nil
	}
	s.over = fmt.Errorf("store: %w", os.ErrClosed)
	return s.unlock()
}

// Claim raises the key's mark to token, then returns the data, nil if there is
// none. From here on every lower token is refused, after a crash as well. It
// returns the errors of Write.
func (s *Store) Claim(ctx context.Context, key string, token chapter.Token) ([]byte, error) {
	var data []byte
	err := s.fenced(ctx, key, token, func(o *object) { data = clone(o.data) })
	if err != nil {
		return nil, err
	}
	return data, nil
}

// Write replaces the key's data if no later grant than token has been seen at
// this key. Otherwise it changes nothing and returns a
// [*chapter.StaleTokenError], or [chapter.ErrNoToken] for token zero. Once it
// returns nil, data and mark are on the disk.
//
// [ErrBroken] alone leaves open what has happened.
func (s *Store) Write(ctx context.Context, key string, data []byte, token chapter.Token) error {
	return s.fenced(ctx, key, token, func(o *object) { o.data = append([]byte{}, data...) })
}

// Delete drops the key's data and keeps its mark. It returns the errors of
// Write; to delete what is not there is no error.
func (s *Store) Delete(ctx context.Context, key string, token chapter.Token) error {
	return s.fenced(ctx, key, token, func(o *object) { o.data = nil })
}

// fenced runs change on the key's object if the fence lets token through, and
// returns when the result is on the disk. Every way to change an object leads
// through here.
//
// The mutex is held while the disk works: comparing, saving and remembering are
// one step. Memory follows the disk, never the other way round, so nobody reads
// what a crash could take back.
func (s *Store) fenced(ctx context.Context, key string, token chapter.Token, change func(*object)) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if token == 0 {
		return chapter.ErrNoToken
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over != nil {
		return s.over
	}
	o := s.objects[key]
	if token < o.mark {
		return &chapter.StaleTokenError{Token: token, Highest: o.mark}
	}
	o.mark = token
	change(&o)
	next := maps.Clone(s.objects)
	next[key] = o
	if err := s.save(s.disk, encode(next)); err != nil {
		s.over = fmt.Errorf("%w: %w", ErrBroken, err)
		return s.over
	}
	s.objects = next
	return nil
}

// Read returns the key's data, nil if there is none, and its mark, zero if no
// token was ever accepted.
func (s *Store) Read(ctx context.Context, key string) ([]byte, chapter.Token, error) {
	if err := ctx.Err(); err != nil {
		return nil, 0, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over != nil {
		return nil, 0, s.over
	}
	o := s.objects[key]
	return clone(o.data), o.mark, nil
}

// clone keeps nil and empty apart, as they mean different things here.
func clone(data []byte) []byte {
	if data == nil {
		return nil
	}
	return append([]byte{}, data...)
}
