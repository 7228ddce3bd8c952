package gotest

// An output is what a test prints: the beginning and the end of it, because a
// test that prints for ever must not fill the memory of its reader.
type output struct {
	head, tail []byte
}

const (
	longestHead = 64 << 10
	longestTail = 128 << 10
	muchOutput  = 64 << 10 // more than this takes the tests a while
)

func (o *output) add(text string) {
	if len(o.head)+len(text) <= longestHead && len(o.tail) == 0 {
		o.head = append(o.head, text...)
		return
	}
	o.tail = append(o.tail, text...)
	if len(o.tail) > 2*longestTail {
		o.tail = append(o.tail[:0], o.tail[len(o.tail)-longestTail:]...)
	}
}

func (o *output) String() string { return string(o.head) + string(o.tail) }
