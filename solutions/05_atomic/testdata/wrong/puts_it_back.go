// Wrong: a stale write that is taken back has not happened.
// Message: it writes before it looks at the mark, and others can read that
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
	before := s.disk.ReadData()
	s.disk.WriteData(data)
	if mark := s.disk.ReadMark(); token < mark {
		s.disk.WriteData(before)
		return &chapter.StaleTokenError{Token: token, Highest: mark}
	}
	s.disk.WriteMark(token)
	return nil
}

func (s *Storage) Claim(token chapter.Token) (data string, err error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if mark := s.disk.ReadMark(); token < mark {
		return "", &chapter.StaleTokenError{Token: token, Highest: mark}
	}
	s.disk.WriteMark(token)
	return s.disk.ReadData(), nil
}
