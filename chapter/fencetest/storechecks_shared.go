package fencetest

// sharedStoreChecks ask what happens when there is more than one client.
var sharedStoreChecks = []storeCheck{
	{
		name:    "second-handle",
		claim:   "the mark is the store's and not its client's",
		section: sectionNeeds,
		needs:   []need[*storeScene]{needsAnother},
		run: func(s *storeScene) {
			first, second := s.as("first handle"), s.another()
			first.write("k", "new", 34).ok("34 is the first token that this key sees")
			for _, p := range s.paths() {
				p.call(second, "k", 33).stale("34 has been accepted, through the first handle")
			}
			second.read("k").findsMark([]byte("new"), 34, "34 has written it, through the first handle", opWrite.lowerToken())
			second.claim("k", 35).finds([]byte("new"), "34 has written it, through the first handle")
			first.write("k", "stale", 34).stale("35 has claimed, through the second handle")
		},
	},
	{
		name:    "atomic",
		claim:   "to compare the tokens and to change the key is one step",
		section: sectionNeeds,
		needs:   []need[*storeScene]{needsClients},
		run: func(s *storeScene) {
			handles := []*storeScene{s}
			if s.h.Another != nil {
				handles = append(handles, s.another())
			}
			s.eachRound(func(round int) {
				s.again()
				s.rush(handles, round).judge(s.story, storeOrder, s.drawing, s.oneAtATime(handles, round))
			})
		},
	},
}
