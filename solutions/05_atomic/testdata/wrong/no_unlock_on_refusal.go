// Wrong: a call ends at its last line.
// Message: How does a call end that is refused?
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
	if mark := s.disk.ReadMark(); token < mark {
		return &chapter.StaleTokenError{Token: token, Highest: mark}
	}
	s.disk.WriteMark(token)
	s.disk.WriteData(data)
	s.lock.Unlock()
	return nil
}

func (s *Storage) Claim(token chapter.Token) (data string, err error) {
	s.lock.Lock()
	if mark := s.disk.ReadMark(); token < mark {
		return "", &chapter.StaleTokenError{Token: token, Highest: mark}
	}
	s.disk.WriteMark(token)
	data = s.disk.ReadData()
	s.lock.Unlock()
	return data, nil
}
