package fencetest

import "example.com/fencing/chapter"

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
