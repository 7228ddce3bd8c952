// Wrong: whoever calls a method that locks may lock as well.
// Message: would wait for itself for ever
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

func (s *Storage) admit(token chapter.Token) error {
	s.lock.Lock()
	defer s.lock.Unlock()
	if mark := s.disk.ReadMark(); token < mark {
		return &chapter.StaleTokenError{Token: token, Highest: mark}
	}
	s.disk.WriteMark(token)
	return nil
}

func (s *Storage) Write(data string, token chapter.Token) error {
	s.lock.Lock()
	defer s.lock.Unlock()
	if err := s.admit(token); err != nil {
		return err
	}
	s.disk.WriteData(data)
	return nil
}

func (s *Storage) Claim(token chapter.Token) (data string, err error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if err := s.admit(token); err != nil {
		return "", err
	}
	return s.disk.ReadData(), nil
}
