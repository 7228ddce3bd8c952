// Wrong: what is refused is the mark, which is too high for the token.
// Message: The refusal says Token: 34, Highest: 33
package restart

import (
	"fmt"
	"strconv"
	"strings"

	"example.com/fencing/chapter"
)

type Disk interface {
	Read(name string) (content string, exists bool)
	Write(name, content string)
	Sync(name string)
	Rename(from, to string)
	SyncFolder()
}

func save(disk Disk, name, content string) {
	next := name + ".new"
	disk.Write(next, content)
	disk.Sync(next)
	disk.Rename(next, name)
	disk.SyncFolder()
}

type Storage struct {
	disk Disk
	data string
	mark chapter.Token
}

func OpenStorage(disk Disk) *Storage {
	s := &Storage{disk: disk}
	if content, exists := disk.Read("store"); exists {
		mark, data, _ := strings.Cut(content, "\n")
		s.mark, s.data = parse(mark), data
	}
	return s
}

func (s *Storage) Write(data string, token chapter.Token) error {
	if token < s.mark {
		return &chapter.StaleTokenError{Token: s.mark, Highest: token}
	}
	save(s.disk, "store", fmt.Sprintf("%d\n%s", token, data))
	s.data, s.mark = data, token
	return nil
}

func (s *Storage) Read() (data string, mark chapter.Token) {
	return s.data, s.mark
}

type Counter struct {
	disk Disk
	last chapter.Token
}

func OpenCounter(disk Disk) *Counter {
	c := &Counter{disk: disk}
	if content, exists := disk.Read("counter"); exists {
		c.last = parse(content)
	}
	return c
}

func (c *Counter) Next() chapter.Token {
	save(c.disk, "counter", fmt.Sprint(c.last+1))
	c.last++
	return c.last
}

func parse(number string) chapter.Token {
	n, err := strconv.ParseUint(number, 10, 64)
	if err != nil {
		panic(fmt.Sprintf("the disk is damaged: %v", err))
	}
	return chapter.Token(n)
}
