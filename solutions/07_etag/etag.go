// Package etag is the answer to exercise 07: how do you fence a store that cannot compare tokens?
package etag

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

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
// seen at this key.
func Write(store Store, key, data string, token chapter.Token) error {
	_, err := fenced(store, key, token, func(string) string { return data })
	return err
}

// Claim shows the key a token and returns its data. The data stays as it is, and
// yet the object has to be put again: with the new token in it.
func Claim(store Store, key string, token chapter.Token) (data string, err error) {
	return fenced(store, key, token, func(stored string) string { return stored })
}

// Read returns the data under key and its mark.
func Read(store Store, key string) (data string, mark chapter.Token) {
	body, _ := store.Get(key)
	mark, data = decode(body)
	return data, mark
}

// fenced changes the data if the fence lets token through, and returns what is
// stored then.
func fenced(store Store, key string, token chapter.Token, change func(stored string) string) (string, error) {
	for {
		body, etag := store.Get(key)
		mark, data := decode(body)
		// The store cannot compare tokens, so it is done here. That alone would
		// be a check apart from its write. But the put below takes place only if
		// the object, and so the mark, is still the one that was compared.
		if token < mark {
			// If an earlier try of this call has landed with its answer lost,
			// the data was there for a while. Be that as it may: we are fenced
			// out, and have to stop.
			return "", &chapter.StaleTokenError{Token: token, Highest: mark}
		}
		data = change(data)
		next := encode(token, data)
		// Our own bytes, with our own token: an earlier try has landed, and the
		// 412 came from the library's second one. (Or we claim what we have
		// claimed already.) To put them again would do no harm either.
		if etag != "" && next == body {
			return data, nil
		}
		if err := put(store, key, next, etag); !errors.Is(err, ErrPreconditionFailed) {
			return data, err
		}
		// A 412 says that something has changed, not what. It may be a newer
		// holder, an older one whose last write came in between, or ourselves.
		// So begin again from the top: a new ETag, and with it the token that
		// belongs to it. A new ETag with the old comparison would let a zombie in.
	}
}

// encode puts the token in front of the data. It has to be in the object itself,
// because the ETag speaks of no other object. And since it is part of the bytes,
// a newer holder never puts the same bytes as an older one: once somebody newer
// was here, the bytes from before do not come back, whatever the data is. Within
// one grant they do (blue, red, and blue again under 33), and there it is no
// harm: the mark is the same too.
func encode(token chapter.Token, data string) string {
	return fmt.Sprintf("%d\n%s", token, data)
}

// decode is the reverse; "" stands for no object. The token becomes a number
// again before anybody compares it: as text, 10 comes before 9, and as a float64
// it loses its last digits above 2^53.
func decode(body string) (chapter.Token, string) {
	first, data, _ := strings.Cut(body, "\n")
	mark, _ := strconv.ParseUint(first, 10, 64)
	return chapter.Token(mark), data
}

// put stores body if the object is still the one that had etag.
func put(store Store, key, body, etag string) error {
	if etag == "" {
		return store.PutIfNoneMatch(key, body)
	}
	return store.PutIfMatch(key, body, etag)
}
