// Package fence is the answer to exercise 01: can you make a storage refuse a zombie?
package fence

import "fmt"

// A Token numbers a grant of the lease: a larger token was granted later. No
// grant carries zero, and nobody sends it here.
type Token uint64

// A Storage holds one value. The zero Storage is empty and has seen no token.
type Storage struct {
	Data string
	Mark Token // the highest token accepted so far
}

// Write replaces the data and raises the mark to token, unless a later grant
// has been seen.
func (s *Storage) Write(data string, token Token) error {
	// A mark of 34 says that the lease has been granted again since 33, so the
	// writer with 33 is a zombie, whatever it believes and whatever the reason
	// is that it comes late.
	//
	// Lower, not lower or equal: with <= the holder of 34 could write once, and
	// its own second write would be taken for a zombie's. And not unequal: that
	// would lock out 35, the next rightful holder.
	//
	// The check stands before the first change. With the data replaced first,
	// the error would come too late. With the mark replaced first, a refused 33
	// would lower it, and pass at its second try.
	if token < s.Mark {
		// Both tokens: whoever reads this in a log sees at once who came late,
		// and that somebody else is at work.
		return fmt.Errorf("token %d < %d", token, s.Mark)
	}
	s.Data = data
	// The storage learns of a new grant from the first write that carries its
	// token. Forget this line, and every zombie gets in.
	s.Mark = token
	return nil
}
