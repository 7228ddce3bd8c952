// Package atomic is the answer to exercise 05: what fits between the check and the write?
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
// goroutines.
type Storage struct {
	disk Disk
	lock sync.Locker
}

// New returns a storage on disk. Nobody else uses the disk, or the lock.
func New(disk Disk, lock sync.Locker) *Storage {
	return &Storage{disk: disk, lock: lock}
}

// admit is the fence. The caller holds the lock, and keeps it for what it does
// after the check: if admit took the lock and gave it back, the answer would be
// about the past when the caller gets it.
func (s *Storage) admit(token chapter.Token) error {
	if mark := s.disk.ReadMark(); token < mark {
		return &chapter.StaleTokenError{Token: token, Highest: mark}
	}
	s.disk.WriteMark(token)
	return nil
}

// Write replaces the data and raises the mark to token, unless a later grant
// has been seen.
func (s *Storage) Write(data string, token chapter.Token) error {
	// The lock is taken before the mark is read. A check made before that would
	// be one more client's check: true when it was made.
	s.lock.Lock()
	// It is given back when all is written, and also when the write is refused,
	// which is the other way out of here and easily forgotten.
	defer s.lock.Unlock()
	if err := s.admit(token); err != nil {
		return err
	}
	// Unlocking here, after the mark, would still be too early: the holder of
	// 34 could come, pass and write, and then this line would write over it.
	s.disk.WriteData(data)
	return nil
}

// Claim shows the storage a token without writing, and returns the data.
func (s *Storage) Claim(token chapter.Token) (data string, err error) {
	// Every way to the mark needs the same lock. A claim without it can read
	// mark 33, wait until 35 is written, and put the mark back to 34.
	s.lock.Lock()
	defer s.lock.Unlock()
	if err := s.admit(token); err != nil {
		return "", err
	}
	// Still under the lock: the data may be read only when nobody writes it.
	return s.disk.ReadData(), nil
}
