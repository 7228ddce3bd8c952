// Wrong: what lets nobody in lets no zombie in.
// Message: a storage that refuses it protects nothing
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
	return &chapter.StaleTokenError{Token: token, Highest: s.disk.ReadMark()}
}

func (s *Storage) Claim(token chapter.Token) (data string, err error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	return "", &chapter.StaleTokenError{Token: token, Highest: s.disk.ReadMark()}
}
