// Wrong: a conditional put is a fence already.
// Message: an ETag tells changed from unchanged, not older from newer
package etag

import (
	"errors"

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
		if put(store, key, data, etag) == nil {
			return nil
		}
	}
}

func Claim(store Store, key string, token chapter.Token) (data string, err error) {
	data, _ = store.Get(key)
	return data, nil
}

func Read(store Store, key string) (data string, mark chapter.Token) {
	data, _ = store.Get(key)
	return data, 0
}

// put stores body if the object is still the one that had etag.
func put(store Store, key, body, etag string) error {
	if etag == "" {
		return store.PutIfNoneMatch(key, body)
	}
	return store.PutIfMatch(key, body, etag)
}
