// Wrong: the mark belongs to the bucket, not to the key.
// Message: which is another resource under another lease
package per_key

import "example.com/fencing/chapter"

type Bucket struct {
	data map[string]string
	mark chapter.Token
}

func New() *Bucket {
	return &Bucket{data: make(map[string]string)}
}

func (b *Bucket) admit(token chapter.Token) error {
	if token < b.mark {
		return &chapter.StaleTokenError{Token: token, Highest: b.mark}
	}
	b.mark = token
	return nil
}

func (b *Bucket) Write(key, data string, token chapter.Token) error {
	if err := b.admit(token); err != nil {
		return err
	}
	b.data[key] = data
	return nil
}

func (b *Bucket) Claim(key string, token chapter.Token) (string, error) {
	if err := b.admit(token); err != nil {
		return "", err
	}
	return b.data[key], nil
}

func (b *Bucket) Delete(key string, token chapter.Token) error {
	if err := b.admit(token); err != nil {
		return err
	}
	delete(b.data, key)
	return nil
}

func (b *Bucket) Read(key string) (data string, exists bool) {
	data, exists = b.data[key]
	return data, exists
}
