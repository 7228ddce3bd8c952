package fencetest

import (
	"fmt"
	"slices"
	"time"
)

// memoryChecks ask what the store remembers, and what it had better not know.
var memoryChecks = []storeCheck{
	{
		name:    "keys-independent",
		claim:   "every key has a mark of its own",
		section: sectionNeeds,
		run: func(s *storeScene) {
			s.write("orders", "o", 34).ok("34 is the first token that this key sees")
			s.write("users", "u", 33).ok("34 has been seen at another key only")
			s.claim("carts", 33).ok("34 has been seen at another key only")
			s.read("orders").findsMark([]byte("o"), 34, "the other keys are none of its business")
			s.read("users").findsMark([]byte("u"), 33, "the other keys are none of its business")
		},
	},
	{
		name:    "delete-removes",
		claim:   "deleted data is gone, and can be written anew",
		section: sectionNeeds,
		needs:   []need[*storeScene]{needsDelete},
		run: func(s *storeScene) {
			s.delete("none", 33).ok("to delete what is not there is no error")
			s.write("k", "old", 33).ok("33 is the first token that this key sees")
			s.delete("k", 34).ok("34 was granted after 33")
			s.claim("k", 35).finds(nil, "34 has deleted it")
			s.write("k", "new", 36).ok("36 was granted after 35")
			s.read("k").findsMark([]byte("new"), 36, "that is what was written, and by whom")
		},
	},
	{
		name:    "delete-keeps-mark",
		claim:   "a deleted key remembers its mark",
		section: sectionNeeds,
		needs:   []need[*storeScene]{needsDelete},
		run: func(s *storeScene) {
			s.write("k", "old", 33).ok("33 is the first token that this key sees")
			s.delete("k", 34).ok("34 was granted after 33")
			const why = "34 has deleted the data, not the mark"
			s.write("k", "undead", 33).stale(why)
			s.claim("k", 33).stale(why)
			s.delete("k", 33).stale(why)
			s.read("k").findsMark(nil, 34, why, opWrite.lowerToken())
			s.write("k", "created again", 35).ok("35 was granted after 34")
			s.claim("k", 34).stale("35 has created the key again")
		},
	},
	raisesMark("delete-raises-mark", "a delete raises the mark, also if there is nothing to delete", sectionNeeds, raise{
		what: "34 has deleted",
		call: func(s *storeScene) *storeStep { return s.delete("k", 34) },
		left: func([]byte) []byte { return nil },
		see:  []string{"delete-keeps-mark"},
	}, needsDelete),
	{
		name:    "reopen-after-write",
		claim:   "data and mark survive a restart together",
		section: sectionNeeds,
		needs:   []need[*storeScene]{needsReopen},
		run: func(s *storeScene) {
			s.write("same", "kept", 33).ok("33 is the first token that this key sees")
			s.write("same", "kept", 34).ok("34 was granted after 33", "newest-lands")
			s.write("k", "kept", 34).ok("34 is the first token that this key sees")
			s.marked("write-raises-mark", "same")
			s.reopen()
			s.write("k", "stale", 33).stale("34 was accepted before the restart")
			s.read("k").findsMark([]byte("kept"), 34, "34 has written it before the restart", opWrite.lowerToken())
			s.write("k", "newer", 35).ok("35 was granted after 34")
			s.write("same", "stale", 33).stale("34 had written the same data before the restart")
		},
	},
	{
		name:    "reopen-after-refusal",
		claim:   "a refused call stays refused through a restart",
		section: sectionNeeds,
		needs:   []need[*storeScene]{needsReopen},
		run: func(s *storeScene) {
			for _, p := range s.paths() {
				s.write(p.name, "kept", 34).ok("34 is the first token that this key sees")
				p.call(s, p.name, 33).stale("34 has been accepted")
			}
			s.reopen()
			for _, p := range s.paths() {
				const why = "34 has written it before the restart, and the other call was refused"
				s.read(p.name).findsMark([]byte("kept"), 34, why, p.kind.lowerToken(), "reopen-after-write")
				s.write(p.name, "stale", 33).stale(why, "reopen-after-write")
			}
		},
	},
	{
		name:    "reopen-keys-independent",
		claim:   "after a restart, too, every key has a mark of its own",
		section: sectionNeeds,
		needs:   []need[*storeScene]{needsReopen},
		run: func(s *storeScene) {
			const apart = "higher tokens have been seen at other keys only"
			s.write("orders", "o", 34).ok("34 is the first token that this key sees")
			s.write("users", "u", 17).ok(apart, "keys-independent")
			s.claim("carts", 17).ok(apart, "keys-independent")
			s.reopen()
			s.write("users", "u2", 18).ok(apart)
			s.claim("carts", 18).ok(apart)
			s.write("new", "n", 11).ok("11 is the first token that this key sees", "keys-independent")
			s.write("orders", "stale", 33).stale("34 has written here before the restart", "reopen-after-write")
			s.read("orders").findsMark([]byte("o"), 34, "the other keys are none of its business", "reopen-after-write")
		},
	},
	{
		name:    "reopen-after-claim",
		claim:   "a claim survives a restart, though it has written no data",
		section: sectionNeeds,
		needs:   []need[*storeScene]{needsReopen},
		run: func(s *storeScene) {
			s.write("k", "kept", 33).ok("33 is the first token that this key sees")
			s.claim("k", 34).ok("34 was granted after 33")
			s.claim("new", 34).ok("34 is the first token that this key sees")
			s.marked("claim-fences", "new")
			s.reopen()
			const why = "34 had claimed before the restart"
			s.write("k", "stale", 33).stale(why)
			s.read("k").findsMark([]byte("kept"), 34, why, opWrite.lowerToken())
			s.write("new", "stale", 33).stale(why)
		},
	},
	{
		name:    "reopen-after-delete",
		claim:   "the mark of a deleted key survives a restart",
		section: sectionNeeds,
		needs:   []need[*storeScene]{needsDelete, needsReopen},
		run: func(s *storeScene) {
			s.write("k", "old", 33).ok("33 is the first token that this key sees")
			s.delete("k", 34).ok("34 was granted after 33")
			s.delete("new", 34).ok("to delete what is not there is no error", "delete-removes")
			s.marked("delete-raises-mark", "new")
			s.reopen()
			const why = "34 had deleted the key before the restart"
			s.write("k", "undead", 33).stale(why)
			s.read("k").findsMark(nil, 34, why, opWrite.lowerToken())
			s.write("new", "undead", 33).stale(why)
		},
	},
	{
		name:    "no-expiry",
		claim:   "an old token without a successor is good: whether its lease has expired is not the store's business",
		section: sectionLimit,
		needs:   []need[*storeScene]{needsStoreClock},
		run: func(s *storeScene) {
			const why = "no later grant has been seen, however long ago 33 was drawn"
			s.write("k", "today", 33).ok("33 is the first token that this key sees")
			for _, pause := range []time.Duration{time.Minute, 24 * time.Hour, 365 * 24 * time.Hour} {
				s.h.Advance(pause)
				s.note("the clock is turned forward by %v", pause)
				s.write("k", "later", 33).ok(why)
			}
			s.claim("k", 33).finds([]byte("later"), why)
		},
	},
	{
		name:    "marks-stay",
		claim:   "a mark does not age: what was stale yesterday is stale today",
		section: sectionNeeds,
		needs:   []need[*storeScene]{needsStoreClock},
		run: func(s *storeScene) {
			keys := s.markedKeys()
			for _, pause := range []time.Duration{time.Minute, 24 * time.Hour, 365 * 24 * time.Hour} {
				s.h.Advance(pause)
				s.note("the clock is turned forward by %v", pause)
				keys.stale("34 has been accepted, however long ago", "no-expiry")
			}
		},
	},
	{
		name:    "many-keys",
		claim:   "a mark is kept however many other keys are used after it",
		section: sectionNeeds,
		run: func(s *storeScene) {
			keys := s.markedKeys()
			s.crowd()
			keys.stale("34 has been accepted, before all the others")
		},
	},
}

// markedKeys are keys that have seen 34, each in another way.
type markedKeys struct {
	s     *storeScene
	names []string
	see   []string
}

func (s *storeScene) markedKeys() markedKeys {
	const first = "34 is the first token that this key sees"
	s.write("written", "kept", 34).ok(first)
	s.claim("claimed", 34).ok(first)
	keys := markedKeys{s, []string{"written", "claimed"}, []string{"claim-fences"}}
	if !s.h.NoDelete {
		s.write("deleted", "old", 34).ok(first)
		s.delete("deleted", 34).ok("an equal token is the same holder, calling again", "equal-token")
		keys.names = append(keys.names, "deleted")
		keys.see = append(keys.see, "delete-keeps-mark")
	}
	return keys
}

// stale comes to each key with a lower token.
func (k markedKeys) stale(why string, see ...string) {
	for _, key := range k.names {
		k.s.write(key, "stale", 33).stale(why, slices.Concat(k.see, see)...)
	}
}

// crowd uses other keys, as many as the settings say. Only a call that fails is
// told.
func (s *storeScene) crowd() {
	kinds := []opKind{opWrite, opClaim, opDelete}
	if s.h.NoDelete {
		kinds = kinds[:2]
	}
	used := 0
	s.eachKey(func(n int) {
		op := storeOp{kind: kinds[n%len(kinds)], key: fmt.Sprint("other", n), data: []byte("o"), token: 34}
		s.untold(op).ok("34 is the first token that this key sees", "delete-removes")
		used++
	})
	s.note("so do %d other keys: each sees 34", used)
}

// marked ends a check early on a store that fails another: what has not reached
// the mark can't survive a restart.
func (s *storeScene) marked(check, key string) {
	if st := s.read(key); st.err == nil && st.mark != 34 {
		st.failAs([]string{check}, "mark 34: that token has been accepted")
	}
}
