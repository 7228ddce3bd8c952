// Wrong: the marks of deleted objects are kept for a while, until they are too many.
// Message: a key that forgets its mark takes any token again
package per_key

import "example.com/fencing/chapter"

type Bucket struct {
	data  map[string]string
	marks map[string]chapter.Token
}

func New() *Bucket {
	return &Bucket{data: make(map[string]string), marks: make(map[string]chapter.Token)}
}

func (b *Bucket) admit(key string, token chapter.Token) error {
	if mark := b.marks[key]; token < mark {
		return &chapter.StaleTokenError{Token: token, Highest: mark}
	}
	b.marks[key] = token
	return nil
}

func (b *Bucket) Write(key, data string, token chapter.Token) error {
	if err := b.admit(key, token); err != nil {
		return err
	}
	b.data[key] = data
	return nil
}

func (b *Bucket) Claim(key string, token chapter.Token) (string, error) {
	if err := b.admit(key, token); err != nil {
		return "", err
	}
	return b.data[key], nil
}

func (b *Bucket) Delete(key string, token chapter.Token) error {
	if err := b.admit(key, token); err != nil {
		return err
	}
	delete(b.data, key)
	if len(b.marks) > 3 {
		for other := range b.marks {
			if _, exists := b.data[other]; !exists {
				delete(b.marks, other)
			}
		}
	}
	return nil
}

func (b *Bucket) Read(key string) (data string, exists bool) {
	data, exists = b.data[key]
	return data, exists
}
