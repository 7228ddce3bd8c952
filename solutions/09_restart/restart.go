// Package restart is the answer to exercise 09: what is left when the power fails?
package restart

import (
	"fmt"
	"strconv"
	"strings"

	"example.com/fencing/chapter"
)

// A Disk is one folder of files. What is not synced may be lost when the power
// fails: content without Sync, names without SyncFolder.
type Disk interface {
	Read(name string) (content string, exists bool)
	Write(name, content string)
	Sync(name string)
	Rename(from, to string)
	SyncFolder()
}

// save makes content the content of the file called name: all of it or none,
// whenever the power fails, and all of it once save has returned.
func save(disk Disk, name, content string) {
	// The file itself is left alone: written over and then cut off, it would
	// be neither the old nor the new. So the new content gets its own file.
	next := name + ".new"
	disk.Write(next, content)
	// The content has to be safe before the name points to it. A rename can
	// reach the disk before what was written earlier, and then the name would
	// stand for half a file.
	disk.Sync(next)
	// This is the instant in which the old becomes the new.
	disk.Rename(next, name)
	// Or it seems so. Names are the content of the folder, and not safe either:
	// without this line the rename could be undone after we have said "accepted".
	disk.SyncFolder()
}

// A Storage is a fenced storage that survives crashes.
type Storage struct {
	disk Disk
	data string
	mark chapter.Token
}

// OpenStorage starts the storage with what it has accepted before.
func OpenStorage(disk Disk) *Storage {
	s := &Storage{disk: disk}
	// Nothing but "store" is looked at. A store.new that a crash has left behind
	// may be cut off; nobody was told that it was accepted.
	if content, exists := disk.Read("store"); exists {
		mark, data, _ := strings.Cut(content, "\n")
		s.mark, s.data = parse(mark), data
	}
	return s
}

// Write replaces the data and raises the mark to token, unless a later grant
// has been seen.
func (s *Storage) Write(data string, token chapter.Token) error {
	if token < s.mark {
		return &chapter.StaleTokenError{Token: token, Highest: s.mark}
	}
	// Mark and data are one file, so one rename changes both. In two files
	// there would be a moment between them, and in it client2's data under the
	// mark of client1.
	save(s.disk, "store", fmt.Sprintf("%d\n%s", token, data))
	// Only now: who reads in memory what is not on the disk yet reads what a
	// crash can take back.
	s.data, s.mark = data, token
	return nil
}

// Read returns the data and the mark.
func (s *Storage) Read() (data string, mark chapter.Token) {
	return s.data, s.mark
}

// A Counter numbers the grants of a lock service, and survives crashes as well.
type Counter struct {
	disk Disk
	last chapter.Token
}

// OpenCounter starts the counter where it stopped.
func OpenCounter(disk Disk) *Counter {
	c := &Counter{disk: disk}
	if content, exists := disk.Read("counter"); exists {
		c.last = parse(content)
	}
	return c
}

// Next returns the token of the next grant.
func (c *Counter) Next() chapter.Token {
	// First the disk, then the holder. If the power fails in between, a number
	// is left out, which harms nobody. The other way round it is given twice.
	save(c.disk, "counter", fmt.Sprint(c.last+1))
	c.last++
	return c.last
}

// parse does not guess. What was saved by save is whole, so this is a damaged
// disk, and to start with mark 0 would be to open the door.
func parse(number string) chapter.Token {
	n, err := strconv.ParseUint(number, 10, 64)
	if err != nil {
		panic(fmt.Sprintf("the disk is damaged: %v", err))
	}
	return chapter.Token(n)
}
