// Wrong: a write that changes nothing needs no check.
// Message: the fence looks at the token alone
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
	if old, ok := b.data[key]; ok && old == data {
		return nil
	}
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
	return nil
}

func (b *Bucket) Read(key string) (data string, exists bool) {
	data, exists = b.data[key]
	return data, exists
}
