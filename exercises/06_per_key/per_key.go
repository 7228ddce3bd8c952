// Package per_key is exercise 06: whose mark is it?
//
// A bucket keeps many objects, each under a key. The lease on "orders" has
// nothing to do with the lease on "users", and neither have their tokens. The
// bucket below got its fence in a hurry: one mark for everything, which locks
// rightful holders out, and a Delete that nobody fences.
//
// Give each key a mark of its own, and let every call that changes something go
// past it. What has to become of the mark when the object is deleted? The tests
// try every short sequence of calls. Change all of this file that you like,
// except for the names and parameters of New and the four methods.
//
//	Learn:   a mark belongs to what the lease protects, and outlives it
//	Read:    What does fencing need?
//	Minutes: 10
//	Level:   easy
package per_key

import "example.com/fencing/chapter"

// A Bucket keeps a string under each key. One goroutine uses it at a time, and
// nobody sends token zero.
type Bucket struct {
	mark chapter.Token // TODO: whose?
	data map[string]string
}

// New returns an empty bucket that has seen no token.
func New() *Bucket {
	return &Bucket{data: make(map[string]string)}
}

// Write puts data under key, unless a later grant than token has been seen at
// this key. A refused call changes nothing and returns a
// [*chapter.StaleTokenError] that says token and mark.
func (b *Bucket) Write(key, data string, token chapter.Token) error {
	if token < b.mark {
		return &chapter.StaleTokenError{Token: token, Highest: b.mark}
	}
	b.mark = token
	b.data[key] = data
	return nil
}

// Claim shows the key a token without writing, and returns the data, "" if
// there is none. It is refused as Write is, and an accepted claim raises the
// mark as a write does.
func (b *Bucket) Claim(key string, token chapter.Token) (string, error) {
	if token < b.mark {
		return "", &chapter.StaleTokenError{Token: token, Highest: b.mark}
	}
	b.mark = token
	return b.data[key], nil
}

// Delete removes what is under key; to delete what is not there is no error. It
// is refused as Write is, and an accepted delete raises the mark as a write
// does.
func (b *Bucket) Delete(key string, token chapter.Token) error {
	// TODO: may a zombie delete? And whoever comes after the delete?
	delete(b.data, key)
	return nil
}

// Read returns what is under key, and whether there is anything. It asks for no
// token.
func (b *Bucket) Read(key string) (data string, exists bool) {
	data, exists = b.data[key]
	return data, exists
}
