package etag_test

import (
	"errors"
	"fmt"

	"example.com/fencing/chapter"
	etag "example.com/fencing/exercises/07_etag"
)

// A mistake is what a call can do wrong.
type mistake int

const (
	none mistake = iota
	zombieIn
	claimUnseen
	claimWrites
	lockedOut
	ownPutRefused
	notLanded
	silentRefusal
	neverEnds
)

// report keeps the first mistake of an order.
func (s *scene) report(kind mistake, format string, args ...any) {
	if s.found == none {
		s.found, s.err = kind, fmt.Errorf(format, args...)
	}
}

// judgePut looks at a put that has just landed.
func (c *call) judgePut(key, replaced string, on condition) {
	mark := max(c.shown[key], c.highest)
	if c.token >= mark {
		return
	}
	c.report(zombieIn, "%d has been accepted, so %d belongs to an older grant: a zombie's put, which must not land. %s",
		mark, c.token, c.whyItLanded(key, replaced, mark, on))
}

// judgeData looks at the data that Read finds after a put: a claim leaves it alone.
func (c *call) judgeData(data string) {
	if c.claim && data != c.scene.data {
		c.report(claimWrites, "The object held %q, and %s's claim has replaced that by %q. A claim changes no data: what it puts back is the data that it got "+
			"together with the ETag, not what it had read before.", c.scene.data, c.client, data)
	}
	c.scene.data = data
}

// whyItLanded says what let a zombie's put through.
func (c *call) whyItLanded(key, replaced string, mark chapter.Token, on condition) string {
	_, stored := etag.Read(memory{key: replaced}, key)
	_, put := etag.Read(memory{key: c.objects[key]}, key)
	low, high := fmt.Sprint(c.token), fmt.Sprint(mark)
	switch {
	case put > c.token && c.token < 1<<53:
		return fmt.Sprintf("%s has put it under %d, a token that is not its own: that one stands for somebody else's grant.", c.client, put)
	case on == unconditional:
		return "It was a put without a condition: whatever the client had compared before, it may have changed since."
	case key == theKey && on == ifMatch && c.sawPut != c.puts[key]:
		return fmt.Sprintf("And its condition held: since %s looked, the object has changed, and the old bytes are back, with the old ETag. "+
			"The token has to be in the object itself, so that no newer holder ever puts the same bytes.", c.client)
	case c.shown[key] < mark:
		return fmt.Sprintf("The newer token was not put into the object %q, and an ETag speaks of its own object only: "+
			"the token has to be in the object that it protects.", key)
	case stored != mark && stored >= 1<<53:
		return "Are the tokens kept as floating-point numbers? Above 2^53 those cannot tell neighbours apart."
	case stored != mark:
		return "And its condition held: an ETag tells changed from unchanged, not older from newer. To tell those, the token has to be in the object, and to be compared there."
	case low > high:
		return fmt.Sprintf("The object that %s got says %s. Are they compared as text? There %s comes before %s.", c.client, high, high, low)
	case mark > 1<<53:
		return "Are the tokens compared as floating-point numbers? Above 2^53 those cannot tell neighbours apart."
	case c.failed > 0:
		return fmt.Sprintf("After the 412, %s has got the new ETag. Has it compared the token again, with the one in the object that came with that ETag?", c.client)
	}
	return fmt.Sprintf("The object that %s got says %s: compare the tokens before you put.", c.client, high)
}

// judgeWrite looks at what Write returns.
func (c *call) judgeWrite(err error) {
	c.logReturn(err)
	if err != nil {
		c.judgeError(err)
		return
	}
	if mark := c.highestShown(); !c.landed && mark > c.token {
		c.report(zombieIn, "%s: %s is said to be accepted, although %d has been seen, and no put of %s's has landed. The data in the object may be the same, but who has put it? Compare the tokens first.",
			c.client, c.name, mark, c.client)
	}
	if !c.held {
		c.report(notLanded, "%s: %s is said to be accepted, but at no time has Read found %q in the store: a put that fails has not been made.", c.client, c.name, c.data)
	}
	c.highest = max(c.highest, c.token)
}

// judgeClaim looks at what Claim returns.
func (c *call) judgeClaim(data string, err error) {
	c.logReturn(err)
	if err != nil {
		c.judgeError(err)
		return
	}
	stored, mark := etag.Read(c.objects, theKey)
	if mark < c.token {
		c.report(claimUnseen, "%s has claimed, and Read finds mark %d. A claim leaves its token in the object: how else will others know that %d has been here?",
			c.client, mark, c.token)
	}
	if data != stored {
		c.report(notLanded, "%s: %s has returned %q, but the object holds %q: the data is read together with the mark, not before.", c.client, c.name, data, stored)
	}
	c.highest = max(c.highest, c.token)
}

// highestShown is the highest token that the store has seen, anywhere.
func (c *call) highestShown() chapter.Token {
	mark := c.highest
	for _, token := range c.shown {
		mark = max(mark, token)
	}
	return mark
}

// judgeError looks at a refusal.
func (c *call) judgeError(err error) {
	var stale *chapter.StaleTokenError
	mark := c.highestShown()
	switch {
	case mark > c.token && errors.As(err, &stale) && stale.Token == c.token && stale.Highest == mark:
	case mark > c.token:
		c.report(silentRefusal, "%s: %s returns %q. It is right to refuse it, but its caller has to be told why: by a *chapter.StaleTokenError with Token %d and Highest %d. "+
			"A 412 does not say that, the object does.", c.client, c.name, err, c.token, mark)
	case c.landed:
		c.report(ownPutRefused, "%s: %s returns %q, although its put has landed: the answer got lost, and the library's second try came back as a 412. "+
			"Look again: what is in the object is %s's own.", c.client, c.name, err, c.client)
	case c.failed > 0:
		c.report(lockedOut, "%s: %s returns %q. A 412 says that the object has changed, not that somebody newer was here: look again. "+
			"No token above %d has been seen, so this call has to get in.", c.client, c.name, err, c.token)
	case mark == c.token && err.Error() == (&chapter.StaleTokenError{Token: mark, Highest: mark}).Error():
		c.report(lockedOut, "%s: %s returns %q. An equal token is the same holder, calling again, and gets in.", c.client, c.name, err)
	default:
		c.report(lockedOut, "%s: %s returns %q, and no token above %d has been seen. This is the rightful holder, and a fence that refuses everything protects nothing.",
			c.client, c.name, err, c.token)
	}
}

func (c *call) logReturn(err error) {
	if err == nil {
		c.p.Logf("accepted")
	} else {
		c.p.Logf("returns %v", err)
	}
}
