// Wrong: a storage that has raised the mark knows it, and need not ask the disk.
// Message: The mark is what the disk says
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
	mark chapter.Token
}

func New(disk Disk, lock sync.Locker) *Storage {
	return &Storage{disk: disk, lock: lock}
}

func (s *Storage) Write(data string, token chapter.Token) error {
	s.lock.Lock()
	defer s.lock.Unlock()
	if token < s.mark {
		return &chapter.StaleTokenError{Token: token, Highest: s.mark}
	}
	s.mark = token
	s.disk.WriteMark(token)
	s.disk.WriteData(data)
	return nil
}

func (s *Storage) Claim(token chapter.Token) (data string, err error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if token < s.mark {
		return "", &chapter.StaleTokenError{Token: token, Highest: s.mark}
	}
	s.mark = token
	s.disk.WriteMark(token)
	return s.disk.ReadData(), nil
}
