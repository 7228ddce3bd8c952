package per_key_test

import (
	"fmt"
	"math"
	"slices"

	"example.com/fencing/chapter"
)

// An alphabet says which calls a sequence is made of: all three that change
// something, at each of the keys, with each of the tokens.
type alphabet struct {
	keys    []string
	tokens  []chapter.Token
	longest int // calls in a sequence
}

var alphabets = []alphabet{
	{[]string{"orders", "users"}, []chapter.Token{33, 34}, 4},
	{[]string{"orders", "users"}, []chapter.Token{7, 4711, 4712}, 3},
	{[]string{"users", "users/1", ""}, []chapter.Token{1, math.MaxUint64}, 3},
	// Keys are the same only if every byte is.
	{[]string{"orders", "buyers"}, []chapter.Token{33, 34}, 3},
	{[]string{"users", "Users", "users "}, []chapter.Token{33, 34}, 2},
	{[]string{"a", "a/", "./a", "/a"}, []chapter.Token{33, 34}, 2},
}

// extend calls try with every sequence of the given length that begins with
// sequence.
func (a alphabet) extend(sequence []call, length int, try func([]call)) {
	if len(sequence) == length {
		try(sequence)
		return
	}
	for _, method := range []string{"Write", "Claim", "Delete"} {
		for _, key := range a.keys {
			for _, token := range a.tokens {
				a.extend(append(slices.Clip(sequence), call{method: method, key: key, token: token}), length, try)
			}
		}
	}
}

// manyKeys and manyDeletes find marks that are given up when there are many.
func manyKeys() (keys []string) {
	for i := range 12 {
		keys = append(keys, fmt.Sprintf("orders/%d", i+1))
	}
	return keys
}

func manyDeletes() (sequence []call) {
	at := func(method, key string, token chapter.Token) {
		sequence = append(sequence, call{method: method, key: key, token: token})
	}
	for token := range chapter.Token(12) { // one key, again and again
		at("Write", manyKeys()[0], token+2)
		at("Delete", manyKeys()[0], token+2)
		at("Write", manyKeys()[0], token+1)
	}
	for _, method := range []string{"Write", "Delete"} { // then every key
		for _, key := range manyKeys() {
			at(method, key, 34)
		}
	}
	for _, method := range []string{"Write", "Delete", "Claim"} {
		for _, key := range manyKeys() {
			at(method, key, 33)
		}
	}
	return sequence
}

// A variation plays the same calls with other texts, or to two buckets, which
// must make no difference to the fence.
type variation struct {
	change func(i int, c *call)
	lesson string // if all goes well without the change
}

const anyText = `With a different text in each write it goes well. But any text may be written, "" too, and the same again: the fence looks at the token alone.`

var variations = []variation{
	{func(int, *call) {}, ""},
	{func(_ int, c *call) { c.data = "data" }, anyText},
	{func(i int, c *call) { c.data = []string{"data", ""}[i%2] }, anyText},
	{func(_ int, c *call) { c.data = "" }, anyText},
	{func(i int, c *call) { c.bucket = i % 2 }, "With one bucket alone it goes well: two buckets know nothing of each other, and each has its own marks and data."},
}

func (v variation) of(plain []call) []call {
	sequence := slices.Clone(plain)
	for i := range sequence {
		sequence[i].data = fmt.Sprintf("data %d", i+1)
		v.change(i, &sequence[i])
	}
	return sequence
}
