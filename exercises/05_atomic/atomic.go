// Package atomic is exercise 05: what fits between the check and the write?
//
// This storage has its fence, and line by line the fence is right. But mark and
// data are on a disk, many requests are served at the same time, and each call
// of the disk is a step of its own: any of them may be kept waiting while
// others go on. The client's old problem has moved into the storage.
//
// Close the gap. The storage has been given a lock, which nobody uses yet. The
// tests run several clients in every order that the lock leaves possible, and
// then as goroutines. Edit Write and Claim.
//
//	Learn:   check and write have to be one step, and what a lock must span
//	Read:    What does fencing need?
//	Minutes: 10
//	Level:   medium
package atomic

import (
	"sync"

	"example.com/fencing/chapter"
)

// A Disk keeps a mark and data. It compares nothing and locks nothing, and is
// not made for two calls at the same time. Before any of its calls the caller
// may be paused, for as long as anybody likes.
type Disk interface {
	ReadMark() chapter.Token // zero at the beginning
	WriteMark(mark chapter.Token)
	ReadData() string
	WriteData(data string)
}

// A Storage is a fenced storage on a disk. Its methods may be called from many
// goroutines. Nobody calls them with token zero.
type Storage struct {
	disk Disk
	lock sync.Locker // for you: use this one, and make no other
}

// New returns a storage on disk. Nobody else uses the disk, or the lock.
func New(disk Disk, lock sync.Locker) *Storage {
	return &Storage{disk: disk, lock: lock}
}

// Write replaces the data and raises the mark to token, unless a later grant
// has been seen. A refused write changes nothing and returns a
// [*chapter.StaleTokenError] that says token and mark.
func (s *Storage) Write(data string, token chapter.Token) error {
	// TODO: what may happen between this line and the last?
	if mark := s.disk.ReadMark(); token < mark {
		return &chapter.StaleTokenError{Token: token, Highest: mark}
	}
	s.disk.WriteMark(token)
	s.disk.WriteData(data)
	return nil
}

// Claim shows the storage a token without writing, and returns the data. From
// here on every lower token is refused. It returns the errors of Write.
func (s *Storage) Claim(token chapter.Token) (data string, err error) {
	// TODO: and here?
	if mark := s.disk.ReadMark(); token < mark {
		return "", &chapter.StaleTokenError{Token: token, Highest: mark}
	}
	s.disk.WriteMark(token)
	return s.disk.ReadData(), nil
}
