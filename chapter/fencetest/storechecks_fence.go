package fencetest

import "example.com/fencing/chapter"

// fenceChecks ask for the fence itself: what it lets through and what not.
var fenceChecks = []storeCheck{
	{
		name:    "newest-lands",
		claim:   "the newest holder's calls succeed; a store that refuses everything is not fenced",
		section: sectionNeeds,
		run: func(s *storeScene) {
			s.read("k").findsMark(nil, 0, "nobody has used this key")
			s.write("k", "first", 33).ok("33 is the first token that this key sees")
			s.read("k").findsMark([]byte("first"), 33, "that is what was written, and by whom")
			s.write("k", "second", 34).ok("34 was granted after 33, and needs no claim")
			s.read("k").findsMark([]byte("second"), 34, "the newer write replaces the older")
			s.claim("k", 35).ok("35 was granted after 34")
			s.read("k").findsMark([]byte("second"), 35, "a claim raises the mark and leaves the data")
			s.write("k", "third", 36).ok("36 was granted after 35")
			s.read("k").findsMark([]byte("third"), 36, "the newer write replaces the older")
		},
	},
	{
		name:    "equal-token",
		claim:   "the holder of the newest token calls as often as it likes",
		section: sectionNeeds,
		run: func(s *storeScene) {
			const same = "an equal token is the same holder, calling again"
			s.write("k", "one", 33).ok("33 is the first token that this key sees")
			s.write("k", "two", 33).ok(same)
			s.claim("k", 33).ok(same)
			s.claim("k", 33).ok(same)
			s.write("k", "three", 33).ok(same)
			s.read("k").findsMark([]byte("three"), 33, "the last write of the same holder stands")
			if !s.h.NoDelete {
				s.delete("k", 33).ok(same)
				s.delete("k", 33).ok(same)
				s.write("k", "four", 33).ok(same)
				s.read("k").findsMark([]byte("four"), 33, "the last write of the same holder stands")
			}
		},
	},
	{
		name:    "gaps",
		claim:   "a newer token need not be the next one",
		section: sectionNeeds,
		run: func(s *storeScene) {
			const gap = "the grants between may never have come here"
			s.write("k", "33", 33).ok("33 is the first token that this key sees")
			s.write("k", "57", 57).ok(gap)
			s.claim("k", 71).ok(gap)
			s.write("k", "99", 99).ok(gap)
			s.read("k").findsMark([]byte("99"), 99, "the last write stands")
		},
	},
	lowerToken("lower-token-write", writePath),
	lowerToken("lower-token-claim", claimPath),
	lowerToken("lower-token-delete", deletePath, needsDelete),
	{
		name:    "claim-fences",
		claim:   "a claim alone shuts out every former holder",
		section: sectionLimit,
		run: func(s *storeScene) {
			for _, p := range s.paths() {
				s.again()
				s.write("k", "old", 33).ok("33 is the first token that this key sees")
				s.claim("k", 34).ok("34 was granted after 33")
				p.call(s, "k", 33).stale("34 has claimed")
				s.read("k").findsMark([]byte("old"), 34, "a refused "+p.name+" changes nothing")
			}
		},
	},
	{
		name:    "lost-update",
		claim:   "to claim, read and then write loses nobody's acknowledged update",
		section: sectionLimit,
		run: func(s *storeScene) {
			s.write("k", "a", 33).ok("33 is the first token that this key sees")
			s.claim("k", 34).finds([]byte("a"), "a claim returns what the new holder has to build on")
			s.write("k", "a, lost", 33).stale("34 has claimed, and has read")
			s.write("k", "a, b", 34).ok("an equal token is the same holder, calling again")
			s.claim("k", 35).finds([]byte("a, b"), "a claim returns what the new holder has to build on")
		},
	},
	{
		name:    "zero-token",
		claim:   "a call that forgot its token does not pass",
		section: sectionNeeds,
		run: func(s *storeScene) {
			for _, p := range s.paths() {
				s.again()
				p.call(s, "new", 0).noToken()
				s.read("new").findsMark(nil, 0, "a refused "+p.name+" changes nothing")
				s.write("k", "kept", 33).ok("33 is the first token that this key sees")
				p.call(s, "k", 0).noToken()
				s.read("k").findsMark([]byte("kept"), 33, "a refused "+p.name+" changes nothing")
			}
		},
	},
}

// lowerToken is the chapter in one check, for one path. It tries twice, since a
// store may take what it refused for its new mark.
func lowerToken(name string, p pathway, needs ...need[*storeScene]) storeCheck {
	return storeCheck{
		name:    name,
		claim:   p.name + " refuses a token below the mark, and changes nothing",
		section: sectionNeeds,
		needs:   needs,
		run: func(s *storeScene) {
			const seen chapter.Token = 34
			s.write("k", "new", seen).ok("34 is the first token that this key sees")
			p.call(s, "k", 33).stale("34 has been accepted")
			p.call(s, "k", 33).stale("34 has been accepted, and the refusal changes nothing")
			s.read("k").findsMark([]byte("new"), seen, "a refused "+p.name+" changes nothing")
			s.write("k", "newer", 35).ok("35 was granted after 34")
			s.read("k").findsMark([]byte("newer"), 35, "the newer write replaces the older")
		},
	}
}
