// Package fence is exercise 01: can you make a storage refuse a zombie?
//
// client1 held the lease under token 33 and was paused until it was over.
// client2 was granted it under token 34, and has written. Now client1 wakes and
// writes what it meant to write long ago. The storage below keeps a mark, and
// yet it takes whatever comes.
//
// Give it the guard: no token gets in that is lower than the highest accepted
// so far. The tests try every short sequence of writes, with many tokens, not
// only 33 after 34. Edit Write, nothing else.
//
//	Learn:   one comparison in the storage stops every late write
//	Read:    Scenario 2: what does one comparison change?
//	Minutes: 5
//	Level:   easy
package fence

// A Token numbers a grant of the lease: a larger token was granted later. No
// grant carries zero, and nobody sends it here.
type Token uint64

// A Storage holds one value. The zero Storage is empty and has seen no token.
// One goroutine uses it at a time; exercise 05 is about several.
type Storage struct {
	Data string
	Mark Token // the highest token accepted so far
}

// Write replaces the data and raises the mark to token, unless a later grant
// has been seen. An equal token is fine: it is the same holder, writing again.
//
// A refused write changes nothing, and returns an error that names both tokens,
// the one that came and the mark: for example "token 33 < 34".
func (s *Storage) Write(data string, token Token) error {
	// TODO: which tokens must not get past this line, and what is their writer told?
	s.Data = data
	s.Mark = token
	return nil
}
