// Wrong: once the mark is up, reading the data needs no lock.
// Message: client2 reads the data without the lock
package atomic

import (
	"sync"

	"example.com/fencing/chapter"
)

type Disk interface {
	ReadMark() chapter.Token // zero at the beginning
	WriteMark(mark chapter.Token)
	ReadData() string
	WriteData(data string)
}

type Storage struct {
	disk Disk
	lock sync.Locker
}

func New(disk Disk, lock sync.Locker) *Storage {
	return &Storage{disk: disk, lock: lock}
}

func (s *Storage) Write(data string, token chapter.Token) error {
	s.lock.Lock()
	defer s.lock.Unlock()
	if mark := s.disk.ReadMark(); token < mark {
		return &chapter.StaleTokenError{Token: token, Highest: mark}
	}
	s.disk.WriteMark(token)
	s.disk.WriteData(data)
	return nil
}

func (s *Storage) Claim(token chapter.Token) (data string, err error) {
	if err := s.claim(token); err != nil {
		return "", err
	}
	return s.disk.ReadData(), nil
}

func (s *Storage) claim(token chapter.Token) error {
	s.lock.Lock()
	defer s.lock.Unlock()
	if mark := s.disk.ReadMark(); token < mark {
		return &chapter.StaleTokenError{Token: token, Highest: mark}
	}
	s.disk.WriteMark(token)
	return nil
}
