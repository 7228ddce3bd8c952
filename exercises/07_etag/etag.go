// Package etag is exercise 07: how do you fence a store that cannot compare tokens?
//
// An object store knows one condition: put this if the object still has the
// ETag that I saw. That finds "changed", never "older". It does not even find
// "changed" when the old bytes come back, since an ETag is a digest of the
// bytes. And when the answer to a put gets lost, the store's client library
// puts once more by itself: then your own put, which has landed, comes back to
// you as a 412.
//
// Build a fence on it all the same. Where must the token be, when is it to be
// compared, and what does a 412 say? The tests run two holders in every order.
// Edit Write, Claim and Read; add what you need.
//
//	Learn:   keep the token in the object, and compare it again after every 412
//	Read:    Compare-and-set: is that not the same?
//	Minutes: 20
//	Level:   medium
package etag

import (
	"errors"

	"example.com/fencing/chapter"
)

// A Store keeps objects. Each call is one atomic step; between two calls
// anything may happen.
type Store interface {
	// Get returns the object under key and its ETag: "" and "" if there is none.
	Get(key string) (body, etag string)

	// PutIfMatch replaces the object if its ETag is etag. Otherwise it returns
	// ErrPreconditionFailed. It may return that for a put that has landed, too.
	PutIfMatch(key, body, etag string) error

	// PutIfNoneMatch creates the object if there is none, and otherwise fails
	// like PutIfMatch.
	PutIfNoneMatch(key, body string) error

	// Put stores the object, whatever is there.
	Put(key, body string) error
}

// ErrPreconditionFailed is the 412 of a Store, the only error it returns.
var ErrPreconditionFailed = errors.New("412 precondition failed")

// Write replaces the data under key, unless a later grant than token has been
// seen at this key: then it returns a [*chapter.StaleTokenError] that says token
// and mark. An equal token is fine. Nobody sends token zero.
//
// Two holders may well be at it at once. Then one of them is put off for a
// moment, and only the one with the lower token is refused.
func Write(store Store, key, data string, token chapter.Token) error {
	// TODO: this compares ETags only, and it takes a 412 for the last word.
	_, etag := store.Get(key)
	return put(store, key, data, etag)
}

// Claim shows the key a token and returns its data, "" if there is none. From
// then on every lower token is refused, as Claim itself refuses it.
func Claim(store Store, key string, token chapter.Token) (data string, err error) {
	// TODO: how will the next one who looks at the object know of this claim?
	body, _ := store.Get(key)
	return body, nil
}

// Read returns the data under key and its mark, the highest token accepted
// there: "" and 0 if there is nothing yet.
func Read(store Store, key string) (data string, mark chapter.Token) {
	body, _ := store.Get(key)
	return body, 0 // TODO
}

// put stores body if the object is still the one that had etag.
func put(store Store, key, body, etag string) error {
	if etag == "" {
		return store.PutIfNoneMatch(key, body)
	}
	return store.PutIfMatch(key, body, etag)
}
