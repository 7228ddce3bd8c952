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
	lowerToken(writePath),
	lowerToken(claimPath),
	lowerToken(deletePath, needsDelete),
	raisesMark("claim-fences", "a claim alone shuts out every former holder, whatever the key holds", sectionLimit, raise{
		what: "34 has claimed",
		call: func(s *storeScene) *storeStep { return s.claim("k", 34) },
		left: func(before []byte) []byte { return before },
	}),
	raisesMark("write-raises-mark", "a write raises the mark, also if the data stays the same", sectionNeeds, raise{
		what: "34 has written",
		call: func(s *storeScene) *storeStep { return s.write("k", "old", 34) },
		left: func([]byte) []byte { return []byte("old") },
	}),
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

// lowerToken is the name of the check that asks whether such calls are fenced.
func (k opKind) lowerToken() string {
	switch k {
	case opClaim:
		return "lower-token-claim"
	case opDelete:
		return "lower-token-delete"
	default:
		return "lower-token-write"
	}
}

// A raise is a way to show the key k the token 34.
type raise struct {
	what string
	call func(*storeScene) *storeStep
	left func(before []byte) []byte // the data afterwards
	see  []string                   // the checks that it rests on
}

// raisesMark shows a key 34 in one way, and then comes in every way with 33: to
// a key that holds data, to one that nobody has used, to one that is claimed and
// holds none, and to one whose data is deleted.
func raisesMark(name, claim, section string, r raise, needs ...need[*storeScene]) storeCheck {
	const higher = "no higher token has been seen"
	rests := []string{"newest-lands", "keys-independent", "delete-removes"}
	return storeCheck{
		name:    name,
		claim:   claim,
		section: section,
		needs:   needs,
		run: func(s *storeScene) {
			befores := []func() (data []byte){
				func() []byte { s.write("k", "old", 33).ok(higher, rests...); return []byte("old") },
				func() []byte { return nil },
				func() []byte { s.claim("k", 33).ok(higher, rests...); return nil },
				func() []byte {
					s.write("k", "old", 32).ok(higher, rests...)
					s.delete("k", 33).ok(higher, rests...)
					return nil
				},
			}
			if s.h.NoDelete {
				befores = befores[:3]
			}
			for _, before := range befores {
				for _, p := range s.paths() {
					s.again()
					left := r.left(before())
					r.call(s).ok(higher, rests...)
					p.call(s, "k", 33).stale(r.what, r.see...)
					s.read("k").findsMark(left, 34, "a refused "+p.name+" changes nothing", p.kind.lowerToken(), "delete-removes")
				}
			}
		},
	}
}

// lowerToken is the chapter in one check, for one path. It tries twice, since a
// store may take what it refused for its new mark.
func lowerToken(p pathway, needs ...need[*storeScene]) storeCheck {
	return storeCheck{
		name:    p.kind.lowerToken(),
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
