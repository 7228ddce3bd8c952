// Wrong: shared things are safe when each access is locked.
// Message: its check was true when it was made, and no longer when it wrote
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

func (s *Storage) readMark() chapter.Token {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.disk.ReadMark()
}

func (s *Storage) writeMark(mark chapter.Token) {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.disk.WriteMark(mark)
}

func (s *Storage) readData() string {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.disk.ReadData()
}

func (s *Storage) writeData(data string) {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.disk.WriteData(data)
}

func (s *Storage) Write(data string, token chapter.Token) error {
	if mark := s.readMark(); token < mark {
		return &chapter.StaleTokenError{Token: token, Highest: mark}
	}
	s.writeMark(token)
	s.writeData(data)
	return nil
}

func (s *Storage) Claim(token chapter.Token) (data string, err error) {
	if mark := s.readMark(); token < mark {
		return "", &chapter.StaleTokenError{Token: token, Highest: mark}
	}
	s.writeMark(token)
	return s.readData(), nil
}
