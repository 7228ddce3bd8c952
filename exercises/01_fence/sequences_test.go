package fence_test

import (
	"fmt"
	"slices"

	fence "example.com/fencing/exercises/01_fence"
)

// A write is one call: to which storage, of what, and with which token.
type write struct {
	storage int
	data    string
	token   fence.Token
}

func (w write) where() string {
	if w.storage == 0 {
		return ""
	}
	return "to another storage: "
}

const longest = 4 // writes in a sequence, but for the long ones

// sequences returns the tokens of all short sequences, and of some long ones,
// which find a fence that wears out.
func sequences() [][]fence.Token {
	all := [][]fence.Token{{34, 33}} // first, for the sake of its variations
	for _, tokens := range tokenSets {
		for length := 1; length <= longest; length++ {
			all = extend(all, nil, tokens, length)
		}
	}
	const often = 20
	manyZombies := slices.Concat([]fence.Token{34}, slices.Repeat([]fence.Token{33}, often), []fence.Token{34, 33, 35, 34})
	manyWrites := append(slices.Repeat([]fence.Token{34}, often), 33, 35, 34)
	var manyGrants []fence.Token
	for i := range fence.Token(often) {
		manyGrants = append(manyGrants, i+2, i+1, i+2)
	}
	return append(all, manyZombies, manyWrites, manyGrants)
}

func extend(all [][]fence.Token, sequence, tokens []fence.Token, length int) [][]fence.Token {
	if len(sequence) == length {
		return append(all, sequence)
	}
	for _, token := range tokens {
		all = extend(all, append(slices.Clip(sequence), token), tokens, length)
	}
	return all
}

// A variation plays the same tokens with other texts, or to two storages, which
// must make no difference to the fence.
type variation struct {
	change func(i int, w *write)
	lesson string // if all goes well without the change
}

const onlyTokens = "With a different text in each write it goes well, but a zombie can bring any text: the fence looks at the token alone."

var variations = []variation{
	{func(int, *write) {}, ""},
	{func(_ int, w *write) { w.data = "data" }, onlyTokens},
	{func(i int, w *write) { w.data = []string{"data", ""}[i%2] }, onlyTokens},
	{func(_ int, w *write) { w.data = "" }, onlyTokens},
	{func(i int, w *write) { w.storage = i % 2 }, "With one storage alone it goes well: two storages know nothing of each other, and each has its own mark."},
}

func (v variation) of(tokens []fence.Token) []write {
	var sequence []write
	for i, token := range tokens {
		w := write{data: fmt.Sprintf("data %d", i+1), token: token}
		v.change(i, &w)
		sequence = append(sequence, w)
	}
	return sequence
}
