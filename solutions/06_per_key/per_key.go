// Package per_key is the answer to exercise 06: whose mark is it?
package per_key

import "example.com/fencing/chapter"

// A Bucket keeps a string under each key, and for each key the highest token
// that was accepted there.
type Bucket struct {
	// Two maps, because the two things live for different times: data goes with
	// a delete, a mark never does. For a key that was never seen the map of
	// marks says 0, and every token passes that.
	data  map[string]string
	marks map[string]chapter.Token
}

// New returns an empty bucket that has seen no token.
func New() *Bucket {
	return &Bucket{data: make(map[string]string), marks: make(map[string]chapter.Token)}
}

// admit is the fence, and the one place where a token meets a mark. Three
// copies of it would work today, and one of them would be forgotten tomorrow.
//
// It looks at the mark of this key alone. Compared with the highest of all
// keys, the holder of "users" would be refused because the lease on "orders"
// has changed hands more often.
func (b *Bucket) admit(key string, token chapter.Token) error {
	if mark := b.marks[key]; token < mark {
		return &chapter.StaleTokenError{Token: token, Highest: mark}
	}
	b.marks[key] = token
	return nil
}

// Write puts data under key, unless a later grant than token has been seen at
// this key.
func (b *Bucket) Write(key, data string, token chapter.Token) error {
	if err := b.admit(key, token); err != nil {
		return err
	}
	b.data[key] = data
	return nil
}

// Claim shows the key a token without writing, and returns the data.
func (b *Bucket) Claim(key string, token chapter.Token) (string, error) {
	if err := b.admit(key, token); err != nil {
		return "", err
	}
	return b.data[key], nil
}

// Delete removes what is under key.
func (b *Bucket) Delete(key string, token chapter.Token) error {
	// Whoever may not replace the data may not take it away either. This comes
	// before the question of whether there is anything: also a delete that
	// finds nothing tells the bucket that there is a newer holder.
	if err := b.admit(key, token); err != nil {
		return err
	}
	// The mark stays. Without it the key would be as if new, and the zombie
	// with 33 could create it again with what it had in mind before 34 came.
	delete(b.data, key)
	return nil
}

// Read returns what is under key, and whether there is anything.
func (b *Bucket) Read(key string) (data string, exists bool) {
	data, exists = b.data[key]
	return data, exists
}
