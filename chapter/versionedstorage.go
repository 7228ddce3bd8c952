package chapter

import (
	"errors"
	"fmt"
	"sync"
)

// A Version counts the writes to a [VersionedStorage].
type Version uint64

// VersionedStorage takes a write only from somebody who has seen the latest
// one: compare-and-set. The zero VersionedStorage is empty, at version 0.
//
// Its methods may be called from many goroutines.
type VersionedStorage struct {
	mu      sync.Mutex
	data    string
	version Version
}

// ErrVersionMismatch is the reason of every [VersionMismatchError].
var ErrVersionMismatch = errors.New("version mismatch")

// A VersionMismatchError refuses a write whose author has missed another one.
type VersionMismatchError struct {
	Expected Version // what the author had read
	Actual   Version // what is there
}

func (e *VersionMismatchError) Error() string {
	return fmt.Sprintf("expected version %d, found %d", e.Expected, e.Actual)
}

func (e *VersionMismatchError) Unwrap() error { return ErrVersionMismatch }

// Read returns the data and its version, to be handed back to CompareAndSet.
func (s *VersionedStorage) Read() (data string, version Version) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.data, s.version
}

// CompareAndSet replaces the data if its version is still the expected one,
// and returns the new version. Otherwise it changes nothing and returns the
// version that is there, with a [*VersionMismatchError]. It refuses the writer whose read is old; a fence
// refuses the writer whose grant is old.
func (s *VersionedStorage) CompareAndSet(data string, expected Version) (Version, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.version != expected {
		return s.version, &VersionMismatchError{Expected: expected, Actual: s.version}
	}
	s.data = data
	s.version++
	return s.version, nil
}
