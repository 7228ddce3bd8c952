package claim_test

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"example.com/fencing/chapter"
)

// A mistake is what an Append can do wrong.
type mistake int

const (
	none mistake = iota
	itemLost
	lockedOut
	nothingWritten
	borrowedToken
	addedAllTheSame
	otherError
	addedTwice
	otherList
	neverEnds
)

// report keeps the first mistake of an order.
func (s *scene) report(kind mistake, format string, args ...any) {
	if s.found == none {
		s.found, s.err = kind, fmt.Errorf(format, args...)
	}
}

// judgeToken looks at the token of a claim or a write.
func (c *call) judgeToken(token chapter.Token) {
	if token != c.token {
		c.report(borrowedToken, "%s was granted the lease under token %d, and shows the storage %d, a token that is not its own. "+
			"A refusal names the mark; it does not lend it. A holder that is fenced out stops.", c.client, c.token, token)
	}
}

// judgeWrite looks at the list that is about to replace the stored one.
func (c *call) judgeWrite(list []string) {
	if want := append(slices.Clone(c.seen), c.item); !slices.Equal(list, want) {
		c.odd = cmp.Or(c.odd, fmt.Sprintf("%s has read %q and has written %q. Expected is what it has read, with %q at the end.",
			c.client, c.seen, list, c.item))
	}
	for _, item := range c.storage.list {
		if count(list, item) < count(c.storage.list, item) {
			c.dropped[item] = c.whyDropped()
		}
	}
	if count(list, c.item) > count(c.seen, c.item) {
		c.written = true
		delete(c.dropped, c.item)
	}
}

func count(list []string, item string) (n int) {
	for _, other := range list {
		if other == item {
			n++
		}
	}
	return n
}

// whyDropped says what had happened before a write dropped what it should have
// kept. Why that is wrong, and what would be right, is left to the hints.
func (c *call) whyDropped() string {
	text := fmt.Sprintf("%s's write has replaced the list by one without it. ", c.client)
	switch {
	case !c.read:
		return text + "It had not read the list: the list that is written has to be made from the one that is there."
	case !c.claimed && c.claimFailed:
		return text + "Its claim had failed, and it went on all the same."
	case c.readFirst:
		return text + "It had read the list before it claimed."
	case !c.shown:
		return text + fmt.Sprintf("When it read the list, the storage had not seen token %d yet.", c.token)
	}
	return text + c.odd
}

// judgeReturn looks at what Append tells its caller.
func (s *scene) judgeReturn(c *call, err error) {
	if err == nil {
		c.p.Logf("%s is told that %q is in the list", c.client, c.item)
		if !c.written {
			s.report(nothingWritten, "%s is told that %q is in the list, but no write with it was accepted: errors have to be passed on.", c.client, c.item)
		}
		s.acknowledged = append(s.acknowledged, acknowledged{c.client, c.item})
		return
	}
	switch {
	case c.written:
		s.report(addedAllTheSame, "%s is told %q, but its write had been accepted: %q has been added, and whoever is told the opposite adds it once more.",
			c.client, err, c.item)
	case len(c.failed) == 0:
		s.report(lockedOut, "%s is told %q, but the storage has refused none of its calls, and no token above %d has been seen: "+
			"an Append that refuses everything protects nothing.", c.client, err, c.token)
	case !slices.ContainsFunc(c.failed, func(failed error) bool { return same(err, failed) }):
		s.report(otherError, "%s is told %q, but what the storage had said was %q. Its caller has to find that error with errors.Is, as it is or wrapped: "+
			"one that is fenced out stops, one that found no storage may come again.", c.client, err, c.failed[len(c.failed)-1])
	}
}

// same says whether an error is that of a failed call, wrapped or not.
func same(err, failed error) bool {
	var is, was *chapter.StaleTokenError
	return errors.Is(err, failed) || errors.As(err, &is) && errors.As(failed, &was) && *is == *was
}

// judgeEnd looks at the list when everybody has come to an end.
func (s *scene) judgeEnd() {
	for _, a := range s.acknowledged {
		if is, want := count(s.storage.list, a.item), s.times(a.item); is < want && want == 1 {
			s.report(itemLost, "%s was told that %q is in the list, and at the end it is not: the list is %v.\n%s",
				a.client, a.item, s.storage.list, s.dropped[a.item])
		} else if is < want {
			s.report(itemLost, "%q was added %d times, and at the end it is in the list %d times: the list is %v.\n%s",
				a.item, want, is, s.storage.list, cmp.Or(s.dropped[a.item], s.odd))
		}
	}
	for _, item := range s.storage.list {
		if want := s.times(item); want > 0 && count(s.storage.list, item) > want {
			s.report(addedTwice, "At the end %q is in the list more often than it was added: %v.", item, s.storage.list)
		}
	}
	if s.odd != "" {
		s.report(otherList, "%s", s.odd)
	}
}

// times says how often an item was said to be in the list.
func (s *scene) times(item string) (n int) {
	for _, a := range s.acknowledged {
		if a.item == item {
			n++
		}
	}
	return n
}
