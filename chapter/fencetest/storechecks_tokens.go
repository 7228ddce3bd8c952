package fencetest

import (
	"slices"

	"example.com/fencing/chapter"
)

const (
	twoTo32 chapter.Token = 1 << 32
	twoTo53 chapter.Token = 1 << 53 // beyond it a float64 has no odd numbers
)

// tokenChecks ask whether tokens are compared as the numbers that they are.
var tokenChecks = []storeCheck{
	{
		name:    "decimal-order",
		claim:   "9 is below 10, though as text it is not",
		section: sectionNeeds,
		run: func(s *storeScene) {
			s.ascending(9, 10)
			s.ascending(99, 100)
		},
	},
	{
		name:    "32-bits",
		claim:   "tokens need more than 32 bits",
		section: sectionNeeds,
		needs:   []need[*storeScene]{needsLargest(twoTo32 + 1)},
		run: func(s *storeScene) {
			s.ascending(twoTo32-1, twoTo32)
			s.ascending(33, twoTo32+1)
		},
	},
	{
		name:    "53-bits",
		claim:   "2^53 is below 2^53+1, though as floating point it is not",
		section: sectionNeeds,
		needs:   []need[*storeScene]{needsLargest(twoTo53 + 1)},
		run:     func(s *storeScene) { s.ascending(twoTo53, twoTo53+1) },
	},
	{
		name:    "every-length",
		claim:   "a token is below the next one also where that has one more digit, or one more bit",
		section: sectionNeeds,
		run: func(s *storeScene) {
			for _, longer := range s.longerTokens() {
				s.again()
				rests := []string{"decimal-order", "32-bits", "53-bits", "largest-token"}
				s.write("k", "kept", longer).ok("it is the first token that this key sees", rests...)
				s.write("k", "stale", longer-1).stale("a higher token has been accepted", rests...)
				s.read("k").findsMark([]byte("kept"), longer, "the mark is that token exactly", append(rests, opWrite.lowerToken())...)
			}
		},
	},
	{
		name:    "largest-token",
		claim:   "the largest token that is declared works like any other",
		section: sectionNeeds,
		run: func(s *storeScene) {
			s.ascending(s.h.LargestToken-1, s.h.LargestToken)
			s.ascending(33, s.h.LargestToken)
		},
	},
	{
		name:    "above-largest-token",
		claim:   "a token above the largest is refused, not cut down to size",
		section: sectionNeeds,
		needs:   []need[*storeScene]{needsLimit},
		run: func(s *storeScene) {
			const why = "this store can't compare such a token, and has to say so"
			for _, tooLarge := range []chapter.Token{s.h.LargestToken + 1, ^chapter.Token(0)} {
				for _, p := range s.paths() {
					s.again()
					p.call(s, "new", tooLarge).refused(why)
					s.read("new").findsMark(nil, 0, "a refused "+p.name+" changes nothing")
					s.write("k", "kept", s.h.LargestToken-1).ok("no larger token has been accepted")
					p.call(s, "k", tooLarge).refused(why)
					s.read("k").findsMark([]byte("kept"), s.h.LargestToken-1, "a refused "+p.name+" changes nothing")
					s.write("k", "last", s.h.LargestToken).ok("no larger token has been accepted")
				}
			}
		},
	},
}

// ascending shows a key two tokens, then the lower one again.
func (s *storeScene) ascending(lower, higher chapter.Token) {
	s.again()
	s.write("k", "lower", lower).ok("it is the first token that this key sees")
	s.write("k", "higher", higher).ok("it is a higher token")
	s.write("k", "stale", lower).stale("a higher token has been accepted")
	s.read("k").findsMark([]byte("higher"), higher, "the mark is that token exactly", opWrite.lowerToken())
}

// longerTokens returns the tokens that take one digit more than the one before,
// or one bit, as far as the store has them: 1000, 10000 and so on, 2^33, 2^34 and
// so on. Below those, the checks before are enough: a store that counts in 16 bits
// does not count in 32.
func (s *storeScene) longerTokens() (tokens []chapter.Token) {
	for base, last := range map[chapter.Token]chapter.Token{10: 100, 2: twoTo32} {
		for last <= s.h.LargestToken/base {
			last *= base
			tokens = append(tokens, last)
		}
	}
	slices.Sort(tokens)
	return tokens
}
