package chapter

import (
	"errors"
	"fmt"
	"sync"
)

// FencedStorage is [PlainStorage] with a fence: it remembers the highest token
// it has accepted, the mark, and refuses every lower one. It knows nothing of
// clients, clocks or leases. The zero FencedStorage is empty and ready.
//
// Its methods may be called from many goroutines.
type FencedStorage struct {
	mu      sync.Mutex
	data    string
	highest Token // the mark
}

var (
	// ErrStaleToken is the reason of every [StaleTokenError].
	ErrStaleToken = errors.New("stale token")

	// ErrNoToken is returned for token zero: a write that forgot its token
	// must not pass.
	ErrNoToken = errors.New("no token: a fenced write needs the token of its lease, and 0 is none")
)

// A StaleTokenError refuses a write: a later grant has already been seen.
type StaleTokenError struct {
	Token   Token // what the write carried
	Highest Token // the mark it had to reach
}

func (e *StaleTokenError) Error() string {
	return fmt.Sprintf("token %d < %d", e.Token, e.Highest)
}

func (e *StaleTokenError) Unwrap() error { return ErrStaleToken }

// Write replaces the data if no later grant than token has been seen. An equal
// token is fine: it is the same holder, writing again. A refused write changes
// nothing and returns a [*StaleTokenError], or [ErrNoToken] for token zero.
//
// Comparing and writing happen under one mutex. Apart, they would be the
// client's check all over again, with the gap moved into the storage.
func (s *FencedStorage) Write(data string, token Token) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.admit(token); err != nil {
		return err
	}
	s.data = data
	return nil
}

// Claim shows the storage a token without writing, and returns the data. From
// here on every lower token is refused, so what the new holder reads can no
// longer be changed behind its back by a former one. It returns the errors of
// Write.
func (s *FencedStorage) Claim(token Token) (data string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.admit(token); err != nil {
		return "", err
	}
	return s.data, nil
}

// admit is the fence: the one place where a token meets the mark.
func (s *FencedStorage) admit(token Token) error {
	if token == 0 {
		return ErrNoToken
	}
	if token < s.highest {
		return &StaleTokenError{Token: token, Highest: s.highest}
	}
	s.highest = token
	return nil
}

// Read returns the data. It asks for no token: a fence stops a zombie's writes,
// not its reads.
func (s *FencedStorage) Read() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.data
}

// Mark returns the highest token accepted so far, or zero before the first.
func (s *FencedStorage) Mark() Token {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.highest
}

// RestartWithoutMark is a restart of a storage that kept its data on disk and
// its mark only in memory. It is here for the experiment that shows why the two
// belong together.
func (s *FencedStorage) RestartWithoutMark() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.highest = 0
}
