package claim_test

import (
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
	addedTwice
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
	for _, item := range c.storage.list {
		if !slices.Contains(list, item) {
			c.dropped[item] = c.whyDropped()
		}
	}
	if slices.Contains(list, c.item) {
		c.written = true
		delete(c.dropped, c.item)
	}
}

// whyDropped says what was wrong with the order of calls, once a write has
// dropped what it should have kept.
func (c *call) whyDropped() string {
	text := fmt.Sprintf("%s's write has replaced the list by one without it. ", c.client)
	switch {
	case !c.read:
		return text + "It had not read the list: the list that is written has to be made from the one that is there."
	case !c.claimed && c.claimFailed:
		return text + "Its claim had failed, and it went on all the same: a claim that has not been accepted keeps nobody out."
	case !c.claimed:
		return text + "It had not claimed: until the storage has seen the newer token, it takes the writes of the older one, also between a read and a write."
	case c.readFirst:
		return text + "It had read the list before it claimed: what was written in between is not in the list that it read."
	}
	return text + "It had claimed and read, but it did not write what it had read."
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
	case c.refused == nil:
		s.report(lockedOut, "%s is told %q, but the storage has refused none of its calls, and no token above %d has been seen: "+
			"an Append that refuses everything protects nothing.", c.client, err, c.token)
	}
}

// judgeEnd looks at the list when everybody has come to an end.
func (s *scene) judgeEnd() {
	for _, a := range s.acknowledged {
		if !slices.Contains(s.storage.list, a.item) {
			s.report(itemLost, "%s was told that %q is in the list, and at the end it is not: the list is %v.\n%s",
				a.client, a.item, s.storage.list, s.dropped[a.item])
		}
	}
	for i, item := range s.storage.list {
		if slices.Contains(s.storage.list[:i], item) {
			s.report(addedTwice, "At the end %q is in the list more than once: %v.", item, s.storage.list)
		}
	}
}
