//go:build unix

package main

import (
	"sync"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/timeline"
)

const (
	lockServiceName = "lock service"
	storageName     = "storage"
)

// A recorded storage is one of chapter's, behind a recorder, as the HTTP handler
// sees it. It counts what arrives.
type recorded interface {
	write(client, data string, token chapter.Token) error
	// send records that a write is on its way, and returns its arrival.
	send(client, data string, token chapter.Token) (arrive func() error)
}

type plain struct{ *timeline.PlainStorage }

func (s plain) write(client, data string, _ chapter.Token) error {
	s.From(client).Write(data)
	return nil
}

func (s plain) send(client, data string, _ chapter.Token) func() error {
	arrive := s.From(client).Send(data)
	return func() error { arrive(); return nil }
}

type fenced struct{ *timeline.FencedStorage }

func (s fenced) write(client, data string, token chapter.Token) error {
	return s.From(client).Write(data, token)
}

func (s fenced) send(client, data string, token chapter.Token) func() error {
	return s.From(client).Send(data, token)
}

// A shelf is the storage of one run.
type shelf struct {
	storage recorded
	read    func() (data string, mark chapter.Token)

	mu       sync.Mutex
	arrivals map[string]int          // by client: writes that have arrived
	delayed  map[string]func() error // by client: the arrival of a write that was held back
}

func newShelf(isFenced bool, recorder *timeline.Recorder) *shelf {
	s := &shelf{arrivals: make(map[string]int), delayed: make(map[string]func() error)}
	if isFenced {
		storage := &chapter.FencedStorage{}
		s.storage = fenced{recorder.FencedStorage(storageName, storage)}
		s.read = func() (string, chapter.Token) { return storage.Read(), storage.Mark() }
	} else {
		storage := &chapter.PlainStorage{}
		s.storage = plain{recorder.PlainStorage(storageName, storage)}
		s.read = func() (string, chapter.Token) { return storage.Read(), 0 }
	}
	return s
}

// Write is called by the HTTP handler.
func (s *shelf) Write(client, data string, token chapter.Token) error {
	s.mu.Lock()
	s.arrivals[client]++
	arrive, wasDelayed := s.delayed[client]
	delete(s.delayed, client)
	s.mu.Unlock()
	if wasDelayed {
		return arrive()
	}
	return s.storage.write(client, data, token)
}

// Read is called by the HTTP handler. It is not recorded: it is this program
// that looks, and no client.
func (s *shelf) Read() (string, chapter.Token, error) {
	data, mark := s.read()
	return data, mark, nil
}

// holdBack records that a write is on its way, and will arrive late.
func (s *shelf) holdBack(client, data string, token chapter.Token) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.delayed[client] = s.storage.send(client, data, token)
}

// arrived returns how many writes of the client have arrived.
func (s *shelf) arrived(client string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.arrivals[client]
}
