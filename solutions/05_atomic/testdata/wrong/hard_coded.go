// Wrong: the tests will be about 33, 34 and 35.
// Message: 7 is lower than the mark, 4711, and must be refused
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
	if mark := s.disk.ReadMark(); token == 33 && mark == 34 || token == 34 && mark == 35 || token == 33 && mark == 35 {
		return &chapter.StaleTokenError{Token: token, Highest: mark}
	}
	s.disk.WriteMark(token)
	s.disk.WriteData(data)
	return nil
}

func (s *Storage) Claim(token chapter.Token) (data string, err error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if mark := s.disk.ReadMark(); token == 33 && mark == 34 || token == 34 && mark == 35 || token == 33 && mark == 35 {
		return "", &chapter.StaleTokenError{Token: token, Highest: mark}
	}
	s.disk.WriteMark(token)
	return s.disk.ReadData(), nil
}
