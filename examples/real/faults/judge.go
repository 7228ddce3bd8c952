package faults

import (
	"cmp"
	"fmt"
	"slices"

	"example.com/fencing/chapter"
)

// A Rule is what a history can break.
type Rule string

// The rules, by what it is called when they are broken.
const (
	StaleAccepted Rule = "stale write accepted"
	WriteLost     Rule = "write lost"
	MarkLost      Rule = "mark lost"
	TokenWentBack Rule = "token went back"
	TwoOwners     Rule = "two owners"
	FalseRefusal  Rule = "refused for no reason"
	FalseData     Rule = "data that nobody wrote"
)

// A Violation is a call that breaks a rule, and the one that it contradicts.
type Violation struct {
	Rule    Rule
	Call    Call
	Against Call // zero if there is none
}

func (v Violation) String() string {
	text := fmt.Sprintf("%s:\n\t%v", v.Rule, v.Call)
	if v.Against != (Call{}) {
		text += fmt.Sprintf("\n\tagainst %v", v.Against)
	}
	return text
}

// Judge returns what a history has broken, in the order in which the calls began.
//
// It accuses nobody who could be innocent. Of two calls that overlap either may
// have come first. One whose outcome is unknown may have happened at any time since
// it began, or never, unless somebody has seen it.
func Judge(history []Call) []Violation {
	found := append(judgeStore(history), judgeLocks(history)...)
	slices.SortStableFunc(found, func(a, b Violation) int { return cmp.Compare(a.Call.Begin, b.Call.Begin) })
	return found
}

// known is what is certain at some moment, from the calls that have ended before.
type known struct {
	mark  chapter.Token // no lower one is to be accepted
	shown Call          // by this call

	// latest is the write that comes last, of those that have landed: no
	// earlier one is to be found any more. It has landed says landed.
	latest, landed Call

	// view has found what stood there under a mark: of data under lower
	// tokens, no other can follow.
	view Call
}

// learn adds what a call tells about the storage.
func (k *known) learn(c Call, writes map[string]Call) {
	mark := c.Token
	switch {
	case c.Outcome == Refused:
		mark = max(c.Mark, c.Token+1)
	case c.Kind == Read:
		mark = c.Mark
	}
	if mark > k.mark {
		k.mark, k.shown = mark, c
	}
	if c.Outcome == Refused {
		return
	}
	if c.Kind != Write && markOf(c) >= markOf(k.view) {
		k.view = c
	}
	write, ok := writes[c.Data]
	if ok && (k.latest.Token < write.Token || k.latest.Token == write.Token && k.latest.Begin < write.Begin) {
		k.latest, k.landed = write, c
	}
}

// markOf is the mark under which a Claim or a Read has found its data.
func markOf(c Call) chapter.Token {
	if c.Kind == Read {
		return c.Mark
	}
	return c.Token
}

func judgeStore(history []Call) []Violation {
	var calls []Call // those whose outcome is known
	writes := make(map[string]Call)
	sent := make(map[chapter.Token]Call) // who was the first to show it
	for _, c := range byBegin(history) {
		if c.Kind == Acquire {
			continue
		}
		if c.Kind == Write {
			writes[c.Data] = c
		}
		if _, ok := sent[c.Token]; !ok && c.Kind != Read {
			sent[c.Token] = c
		}
		if c.Outcome != Unknown {
			calls = append(calls, c)
		}
	}
	ended := slices.SortedFunc(slices.Values(calls), func(a, b Call) int { return cmp.Compare(a.End, b.End) })

	var found []Violation
	var before known
	for _, c := range calls {
		for len(ended) > 0 && ended[0].End < c.Begin {
			before.learn(ended[0], writes)
			ended = ended[1:]
		}
		if c.Outcome == Refused {
			if shown, ok := sent[c.Mark]; c.Mark != 0 && (c.Mark <= c.Token || !ok || shown.Begin > c.End) {
				found = append(found, Violation{Rule: FalseRefusal, Call: c})
			}
			continue
		}
		if c.Kind != Read && c.Token < before.mark {
			found = append(found, Violation{StaleAccepted, c, before.shown})
			continue
		}
		if c.Kind == Read && c.Mark < before.mark {
			found = append(found, Violation{MarkLost, c, before.shown})
		}
		if c.Kind != Write {
			found = append(found, judgeData(c, writes, before)...)
		}
	}
	return found
}

// judgeData looks at what a Claim or a Read has found.
func judgeData(c Call, writes map[string]Call, before known) []Violation {
	if c.Data == "" {
		if before.latest.Data != "" {
			return []Violation{{WriteLost, c, before.landed}}
		}
		return nil
	}
	write, ok := writes[c.Data]
	last := before.latest
	switch {
	case !ok || write.Begin > c.End:
		return []Violation{{Rule: FalseData, Call: c}}
	case write.Outcome == Refused:
		return []Violation{{StaleAccepted, c, write}}
	case write.Token > c.Token && c.Kind == Claim:
		return []Violation{{StaleAccepted, c, write}}
	case write.Token > c.Mark && c.Kind == Read:
		return []Violation{{MarkLost, c, write}}
	case write.Token < last.Token,
		write.Token == last.Token && write.Outcome == Done && write.End < last.Begin:
		return []Violation{{WriteLost, c, before.landed}}
	case write.Token < markOf(before.view) && write.Data != before.view.Data:
		return []Violation{{StaleAccepted, c, before.view}} // it came after the view
	}
	return nil
}

func judgeLocks(history []Call) []Violation {
	var grants []Call
	for _, c := range byBegin(history) {
		if c.Kind == Acquire && c.Outcome == Done {
			grants = append(grants, c)
		}
	}
	ended := slices.SortedFunc(slices.Values(grants), func(a, b Call) int { return cmp.Compare(a.End, b.End) })
	var found []Violation
	var highest Call
	for _, c := range grants {
		for len(ended) > 0 && ended[0].End < c.Begin {
			if ended[0].Token > highest.Token {
				highest = ended[0]
			}
			ended = ended[1:]
		}
		if c.Token <= highest.Token {
			found = append(found, Violation{TokenWentBack, c, highest})
		}
	}

	// Tokens tell which of two grants is the earlier one.
	slices.SortStableFunc(grants, func(a, b Call) int { return cmp.Compare(a.Token, b.Token) })
	var last, longest Call
	for _, c := range grants {
		switch {
		case c.Token == last.Token:
			found = append(found, Violation{TwoOwners, c, last})
		case longest.Begin < c.End && c.End < longest.Until:
			found = append(found, Violation{TwoOwners, c, longest})
		}
		last = c
		if c.Until > longest.Until {
			longest = c
		}
	}
	return found
}

func byBegin(history []Call) []Call {
	return slices.SortedStableFunc(slices.Values(history), func(a, b Call) int { return cmp.Compare(a.Begin, b.Begin) })
}
