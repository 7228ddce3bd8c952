// Wrong: three tries are enough, and then it must be somebody newer.
// Message: No token above 34 has been seen, so this call has to get in
package etag

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

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
	_, err := fenced(store, key, token, func(string) string { return data })
	return err
}

func Claim(store Store, key string, token chapter.Token) (data string, err error) {
	return fenced(store, key, token, func(stored string) string { return stored })
}

func Read(store Store, key string) (data string, mark chapter.Token) {
	body, _ := store.Get(key)
	mark, data = decode(body)
	return data, mark
}

func fenced(store Store, key string, token chapter.Token, change func(string) string) (string, error) {
	for range 3 {
		body, etag := store.Get(key)
		mark, data := decode(body)
		if token < mark {
			return "", &chapter.StaleTokenError{Token: token, Highest: mark}
		}
		data = change(data)
		if put(store, key, encode(token, data), etag) == nil {
			return data, nil
		}
	}
	return "", ErrPreconditionFailed
}

func encode(token chapter.Token, data string) string {
	return fmt.Sprintf("%d\n%s", token, data)
}

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
