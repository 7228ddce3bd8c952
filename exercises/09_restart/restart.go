// Package restart is exercise 09: what is left when the power fails?
//
// A mark that is only in memory is gone after a crash, and the first to write
// afterwards may be the zombie. A lock service's counter that is only in memory
// starts over, and the next holder gets a token that is out already. So both
// belong on a disk. A disk, however, promises less than it seems to: read what
// [Disk] says about it.
//
// Let Storage and Counter survive a crash at any moment. The tests cut the power
// before every call of the disk, go on from everything that may then be left,
// and cut it once more. Edit all but Disk; add fields and functions as you like.
//
//	Learn:   what it takes until "accepted" may be said
//	Read:    What does fencing need?
//	Minutes: 25
//	Level:   hard
package restart

import "example.com/fencing/chapter"

// A Disk is one folder of files. Its calls do not fail; but the power may, before
// any of them. Then the program ends there, and starts again later, with what is
// left:
//
//   - What was synced is there.
//   - What was written to a file and not synced is there, or cut off after a
//     part, or the file is as it was before; for each file on its own.
//   - A new name, or a rename, that no SyncFolder has followed may be undone; each
//     on its own, in no order, and whatever became of the content of the files.
type Disk interface {
	Read(name string) (content string, exists bool)

	// Write replaces the content of the file, or makes a new file.
	Write(name, content string)

	// Sync makes the content of the file safe. It does nothing for its name.
	Sync(name string)

	// Rename lets the name "to" stand for the file that was called "from". If
	// there was another file called "to", that one is gone. This is one step:
	// nobody ever finds half of it.
	Rename(from, to string)

	// SyncFolder makes all names safe. It does nothing for what is in the files.
	SyncFolder()
}

// A Storage is a fenced storage that survives crashes. One goroutine uses it at
// a time, and nobody sends token zero.
type Storage struct {
	disk Disk
	data string
	mark chapter.Token
}

// OpenStorage starts the storage: with what it has accepted before, if the disk
// has been used, else empty and with mark zero. The disk is the storage's own.
func OpenStorage(disk Disk) *Storage {
	// TODO: what has it known before?
	return &Storage{disk: disk}
}

// Write replaces the data and raises the mark to token, unless a later grant
// has been seen; then it changes nothing and returns a
// [*chapter.StaleTokenError].
//
// Once it has returned nil, no crash takes the write back. If a crash interrupts
// it, the storage finds afterwards what was there before the call or what the
// call was about to make of it, and nothing in between.
func (s *Storage) Write(data string, token chapter.Token) error {
	if token < s.mark {
		return &chapter.StaleTokenError{Token: token, Highest: s.mark}
	}
	s.data, s.mark = data, token
	// TODO: what has to happen before this line?
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

// OpenCounter starts the counter. The disk is the counter's own.
func OpenCounter(disk Disk) *Counter {
	// TODO: where did it stop?
	return &Counter{disk: disk}
}

// Next returns the token of the next grant: 1 or a little more at first, and
// always higher than every token that Next has returned before, with whatever
// crashes in between. It may leave numbers out.
func (c *Counter) Next() chapter.Token {
	c.last++
	// TODO: what has to happen before this line?
	return c.last
}
