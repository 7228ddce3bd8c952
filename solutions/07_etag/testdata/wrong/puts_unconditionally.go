// Wrong: once the tokens have been compared, the way is free.
// Message: It was a put without a condition
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
	body, _ := store.Get(key)
	mark, data := decode(body)
	if token < mark {
		return "", &chapter.StaleTokenError{Token: token, Highest: mark}
	}
	data = change(data)
	return data, store.Put(key, encode(token, data))
}

func encode(token chapter.Token, data string) string {
	return fmt.Sprintf("%d\n%s", token, data)
}

func decode(body string) (chapter.Token, string) {
	first, data, _ := strings.Cut(body, "\n")
	mark, _ := strconv.ParseUint(first, 10, 64)
	return chapter.Token(mark), data
}
