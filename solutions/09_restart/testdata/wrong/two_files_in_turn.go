// Wrong: two files in turn, each with a checksum, need no rename, whichever of them the first write after a restart goes to.
// Message: TestTheStorageSurvives/a_second_one_after_it
package restart

import (
	"fmt"
	"hash/crc32"
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

	writes chapter.Token
	turn   int
}

func OpenStorage(disk Disk) *Storage {
	s := &Storage{disk: disk}
	for _, file := range []string{"even", "odd"} {
		content, _ := disk.Read(file)
		sum, body, _ := strings.Cut(content, "\n")
		if body == "" || sum != checksum(body) {
			continue
		}
		lines := strings.SplitN(body, "\n", 3)
		if writes := parse(lines[0]); writes > s.writes {
			s.writes, s.mark, s.data = writes, parse(lines[1]), lines[2]
		}
	}
	return s
}

func (s *Storage) Write(data string, token chapter.Token) error {
	if token < s.mark {
		return &chapter.StaleTokenError{Token: token, Highest: s.mark}
	}
	s.writes++
	body := fmt.Sprintf("%d\n%d\n%s", s.writes, token, data)
	file := []string{"even", "odd"}[s.turn%2]
	s.turn++
	s.disk.Write(file, checksum(body)+"\n"+body)
	s.disk.Sync(file)
	s.disk.SyncFolder()
	s.data, s.mark = data, token
	return nil
}

func (s *Storage) Read() (data string, mark chapter.Token) {
	return s.data, s.mark
}

func checksum(body string) string {
	return fmt.Sprint(crc32.ChecksumIEEE([]byte(body)))
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
