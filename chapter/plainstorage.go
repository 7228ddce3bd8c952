package chapter

import "sync"

// PlainStorage holds one value and takes every write, in the order of arrival.
// It is what most storages are. The zero PlainStorage is empty and ready.
//
// Its methods may be called from many goroutines.
type PlainStorage struct {
	mu   sync.Mutex
	data string
}

// Write replaces the data.
func (s *PlainStorage) Write(data string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.data = data
}

// Read returns the data.
func (s *PlainStorage) Read() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.data
}
