// Wrong: with the mark beside the data, the ETag of the data shows whether anybody else has written.
// Message: the old bytes are back
package etag

import (
	"errors"
	"fmt"
	"strconv"

	"example.com/fencing/chapter"
)

type Store interface {
	Get(key string) (body, etag string)
	PutIfMatch(key, body, etag string) error
	PutIfNoneMatch(key, body string) error
	Put(key, body string) error
}

var ErrPreconditionFailed = errors.New("412 precondition failed")

func Write(store Store, key, data string, token chapter.Token) error {
	for {
		_, etag := store.Get(key)
		if err := raise(store, key, token); err != nil {
			return err
		}
		if put(store, key, data, etag) == nil {
			return nil
		}
	}
}

func Claim(store Store, key string, token chapter.Token) (data string, err error) {
	if err := raise(store, key, token); err != nil {
		return "", err
	}
	// Put the data once more, so that its ETag is another one.
	for {
		data, etag := store.Get(key)
		if put(store, key, data, etag) == nil {
			return data, nil
		}
	}
}

func Read(store Store, key string) (data string, mark chapter.Token) {
	text, _ := store.Get(key + ".mark")
	number, _ := strconv.ParseUint(text, 10, 64)
	data, _ = store.Get(key)
	return data, chapter.Token(number)
}

// raise puts token into the object beside the data, unless it says more.
func raise(store Store, key string, token chapter.Token) error {
	for {
		text, etag := store.Get(key + ".mark")
		mark, _ := strconv.ParseUint(text, 10, 64)
		if token < chapter.Token(mark) {
			return &chapter.StaleTokenError{Token: token, Highest: chapter.Token(mark)}
		}
		if put(store, key+".mark", fmt.Sprint(token), etag) == nil {
			return nil
		}
	}
}

// put stores body if the object is still the one that had etag.
func put(store Store, key, body, etag string) error {
	if etag == "" {
		return store.PutIfNoneMatch(key, body)
	}
	return store.PutIfMatch(key, body, etag)
}
