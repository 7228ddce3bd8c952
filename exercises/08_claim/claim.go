// Package claim is exercise 08: how do you take over without losing an update?
//
// client2 has been granted the lease and is to add an item to a list. The
// storage is fenced, and yet an update can get lost: client1, a zombie by now,
// read the list long ago, and its write is still on the way. The storage has
// not heard of client2 yet, so it takes that write, and client1 is told that
// all is well.
//
// Append below reads, adds and writes. Make it safe to take over with. The tests
// run several holders in every order, and in some of them a call fails. Edit
// Append, nothing else.
//
//	Learn:   a new holder claims first, then reads, then writes
//	Read:    What does fencing not do?
//	Minutes: 10
//	Level:   easy
package claim

import "example.com/fencing/chapter"

// A Storage keeps one list behind a fence. Each call is one atomic step; between
// two calls anything may happen.
//
// Claim and Write return a [*chapter.StaleTokenError] if a higher token has been
// seen. Each of the three can also fail with some other error: the storage was
// out of reach, and the call has done nothing.
type Storage interface {
	// Claim shows the storage a token. From here on every lower one is refused.
	Claim(token chapter.Token) error

	// Read returns the list. It asks for no token.
	Read() ([]string, error)

	// Write replaces the whole list. Like Claim, it raises the mark to token.
	Write(list []string, token chapter.Token) error
}

// Append adds item at the end of the list, for the holder of token, also if an
// equal item is in it. The rest of the list, which may be empty, stays as it is.
//
// If it returns nil, item is in the list. And nothing that anybody was ever told
// is in the list may get lost by it. If a call is refused or fails, Append
// returns that error, and the list has not changed.
func Append(storage Storage, token chapter.Token, item string) error {
	// TODO: who can still change the list between these two calls, and who can
	// tell the storage not to let them?
	list, err := storage.Read()
	if err != nil {
		return err
	}
	return storage.Write(append(list, item), token)
}
