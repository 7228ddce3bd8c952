package fencetest

import (
	"bytes"
	"fmt"
	"strings"

	"example.com/fencing/chapter"
)

// dataChecks ask for what holds of any store, and what a fence around it may
// have spoiled.
var dataChecks = []storeCheck{
	{
		name:    "cancelled-context",
		claim:   "a call whose context is over before it begins changes nothing, and says so",
		section: interfaceItself,
		run: func(s *storeScene) {
			for _, p := range s.paths() {
				s.again()
				s.write("k", "kept", 33).ok("33 is the first token that this key sees")
				p.call(s.cancelled(), "k", 34).refused("it had no time to do anything")
				s.read("k").findsMark([]byte("kept"), 33, "a call that failed before it began changes nothing")
				p.call(s.cancelled(), "new", 34).refused("it had no time to do anything")
				s.read("new").findsMark(nil, 0, "a call that failed before it began changes nothing")
			}
		},
	},
	{
		name:    "empty-value",
		claim:   "data of no bytes is data",
		section: interfaceItself,
		run: func(s *storeScene) {
			const why = "empty data is not the same as no data"
			s.writeBytes("empty", []byte{}, 33).ok("33 is the first token that this key sees")
			s.read("empty").findsMark([]byte{}, 33, why)
			s.claim("empty", 34).finds([]byte{}, why)
			s.writeBytes("nil", nil, 33).ok("33 is the first token that this key sees")
			s.read("nil").findsMark([]byte{}, 33, "Write always leaves data")
			s.claim("none", 33).finds(nil, "a claim leaves none")
		},
	},
	{
		name:    "any-bytes",
		claim:   "data comes back byte for byte",
		section: interfaceItself,
		run: func(s *storeScene) {
			for _, size := range []int{256, s.h.MaxValue} {
				s.again()
				data := everyByte(size)
				s.writeBytes("k", data, 33).ok("a value of this length is allowed")
				s.read("k").findsMark(data, 33, "that is what was written, all of it")
				s.claim("k", 34).finds(data, "that is what was written, all of it")
			}
		},
	},
	{
		name:    "copies",
		claim:   "the store's data is its own: no caller changes it through a slice",
		section: interfaceItself,
		run: func(s *storeScene) {
			const why = "a slice is changed without a token"
			written := []byte("kept")
			s.writeBytes("k", written, 33).ok("33 is the first token that this key sees")
			s.scribble(written, "the slice that was written")
			read := s.read("k")
			read.finds([]byte("kept"), why)
			s.scribble(read.data, "the slice that Read returned")
			claimed := s.claim("k", 34)
			claimed.finds([]byte("kept"), why)
			s.scribble(claimed.data, "the slice that Claim returned")
			s.read("k").finds([]byte("kept"), why)
		},
	},
	{
		name:    "odd-keys",
		claim:   "keys that look alike are not the same",
		section: interfaceItself,
		needs:   []need[*storeScene]{needsOddKeys},
		run: func(s *storeScene) {
			for _, alike := range oddKeys {
				s.again()
				const other = "the other keys are none of its business"
				for i, key := range alike {
					// Each token is lower than the one before: a
					// key that is taken for another gives itself away.
					token := chapter.Token(90 - i)
					s.write(key, key, token).ok("this key has seen no token")
				}
				for i, key := range alike {
					s.read(key).findsMark([]byte(key), chapter.Token(90-i), other)
				}
			}
			for _, alike := range extremeKeys() {
				s.again()
				s.tellApart(alike)
			}
		},
	},
}

// tellApart is for keys that a store may refuse: that is fine, to take one for
// another is not.
func (s *storeScene) tellApart(alike []string) {
	const other = "a key may be refused as it is, but not be taken for another"
	value := func(i int) string { return fmt.Sprint("of key ", i) }
	taken := make([]bool, len(alike))
	for i, key := range alike {
		st := s.write(key, value(i), chapter.Token(90-i))
		taken[i] = st.err == nil
		if st.outcome() == refused {
			st.ok(other)
		}
	}
	for i, key := range alike {
		if taken[i] {
			s.read(key).findsMark([]byte(value(i)), chapter.Token(90-i), other)
		}
	}
}

// extremeKeys are in groups like oddKeys, and not every system can have them.
func extremeKeys() [][]string {
	groups := [][]string{{"k", "k\x00a", "k\x00b", "k\x00"}, {"k", "k\xff", "k\xfe", "k\ufffd"}}
	for _, length := range []int{60, 300, 5000} {
		long := strings.Repeat("k", length)
		groups = append(groups, []string{long + "a", long + "b", long})
	}
	return groups
}

// oddKeys are in groups that somebody may take for the same.
var oddKeys = [][]string{
	{"a/b", "a//b", "a/./b", "a/x/../b", "/a/b", "a/b/", `a\b`},
	{"k", "K", "k ", " k", "k.", "k\n", "k\t"},
	{"a b", "a+b", "a%20b"},
	{"..", ".", "../..", "...", "~"},
	{"caf\u00e9", "cafe\u0301", "cafe"},
	{`"k"`, "'k'", "`k`", `\"k\"`, "k'; --", "k*", "k?", "%k", "k%", "_k"},
	{"ключ", "鍵", "🔒"},
	{"k:mark", "k.mark", "k/mark", "k", "k:data", "k.lock", "k.tmp"},
}

// everyByte returns n bytes with all byte values among them, and no length of
// which is a copy of another.
func everyByte(n int) []byte {
	b := bytes.Repeat([]byte{0}, n)
	for i := range b {
		b[i] = byte(i + i/256)
	}
	return b
}

// scribble spoils a slice that the store had its hands on.
func (s *storeScene) scribble(b []byte, which string) {
	for i := range b {
		b[i] = '#'
	}
	s.note("the caller overwrites %s", fmt.Sprint(which, ", which reads ", show(b), " now"))
}
