// Package claim is the answer to exercise 08: how do you take over without losing an update?
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
	// Claim first. A fence knows only the tokens that it has been shown. Until
	// this call it takes the writes of the former holder, and has no reason not
	// to. From here on it refuses them, so the list can be changed by nobody
	// but us.
	//
	// An error ends it. If the claim was refused, we are the zombie, and there
	// is no other token to try: the one in the error is somebody else's. If the
	// storage was out of reach, nobody is kept out, and reading now would be as
	// if we had not claimed at all.
	if err := storage.Claim(token); err != nil {
		return err
	}
	// Then read. What we see now stays true until we write, or until a newer
	// holder claims. One line further up it would not: a zombie's write could
	// come after the read and before the claim, be acknowledged, and be missing
	// from our list.
	list, err := storage.Read()
	if err != nil {
		return err
	}
	// Then write, under the same token. If a newer holder has claimed since, it
	// has not seen our item, and its own write would drop it. But we are refused
	// here and are told so: the claim does not rescue the update of the one who
	// comes too late, it stops it from being acknowledged.
	return storage.Write(append(list, item), token)
}
