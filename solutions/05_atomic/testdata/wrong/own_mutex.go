// Wrong: one mutex is as good as another.
// Message: The storage has a lock of its own, in its field mu.
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
	mu   sync.Mutex
}

func New(disk Disk, lock sync.Locker) *Storage {
	return &Storage{disk: disk}
}

func (s *Storage) Write(data string, token chapter.Token) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if mark := s.disk.ReadMark(); token < mark {
		return &chapter.StaleTokenError{Token: token, Highest: mark}
	}
	s.disk.WriteMark(token)
	s.disk.WriteData(data)
	return nil
}

func (s *Storage) Claim(token chapter.Token) (data string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if mark := s.disk.ReadMark(); token < mark {
		return "", &chapter.StaleTokenError{Token: token, Highest: mark}
	}
	s.disk.WriteMark(token)
	return s.disk.ReadData(), nil
}
