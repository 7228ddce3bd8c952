// Wrong: a number in JSON is a number.
// Message: Are the tokens kept as floating-point numbers?
package etag

import (
	"encoding/json"
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
	for {
		body, etag := store.Get(key)
		mark, data := decode(body)
		if token < mark {
			return "", &chapter.StaleTokenError{Token: token, Highest: mark}
		}
		data = change(data)
		if err := put(store, key, encode(token, data), etag); err == nil {
			return data, nil
		}
	}
}

func encode(token chapter.Token, data string) string {
	body, _ := json.Marshal(map[string]any{"mark": token, "data": []byte(data)})
	return string(body)
}

func decode(body string) (chapter.Token, string) {
	var object struct {
		Mark float64
		Data []byte
	}
	json.Unmarshal([]byte(body), &object)
	return chapter.Token(object.Mark), string(object.Data)
}

// put stores body if the object is still the one that had etag.
func put(store Store, key, body, etag string) error {
	if etag == "" {
		return store.PutIfNoneMatch(key, body)
	}
	return store.PutIfMatch(key, body, etag)
}
