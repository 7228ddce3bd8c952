package lost_reply_test

import (
	"errors"
	"fmt"
	"slices"

	"example.com/fencing/chapter"
	lost_reply "example.com/fencing/exercises/11_lost_reply"
)

// A mistake is what can go wrong.
type mistake int

const (
	none mistake = iota
	doubleEffect
	ownLeaseRefused
	secondGrant
	expiredLease
	doneRefused
	notDone
	zombieIn
	lockedOut
	answerLost
	unknownUnsaid
	wrongTries
	wrongDetails
)

// report keeps the first mistake of an order.
func (s *scene) report(kind mistake, format string, args ...any) {
	if s.found == none {
		s.found, s.err = kind, fmt.Errorf(format, args...)
	}
}

// judgeTry looks at Call when it is about to send.
func (c *call) judgeTry(id string) {
	switch {
	case c.answered:
		c.report(answerLost, "The answer to %q was %q, and Call sends again. An answer ends a call, also if it is not the one that was hoped for.",
			c.what, told(c.answer))
	case len(c.ids) == lost_reply.Tries:
		c.report(wrongTries, "To %s, Call has sent %d times, and goes on: after so many Tries it has to say that the outcome is unknown.", c.what, lost_reply.Tries)
	}
	c.ids = append(c.ids, id)
}

// judgeReturn looks at what Call returns.
func (c *call) judgeReturn(err error) {
	c.returned, c.err = true, err
	c.p.Logf("%s is told: %s", c.client, told(err))
	tries := fmt.Sprintf("To %s, Call has sent %d times and got no answer", c.what, len(c.ids))
	if len(c.ids) == 1 {
		tries = fmt.Sprintf("To %s, Call has sent once and got no answer", c.what)
	}
	var held *chapter.HeldError
	switch {
	case len(c.ids) == 0:
		c.report(lockedOut, "To %s, Call has sent nothing, and returns %q: who asks nobody is refused everything.", c.what, told(err))
	case c.answered && errors.As(err, &held) && held.Holder == c.client:
		c.report(ownLeaseRefused, "%s is told that the lease is held, by %s: its own earlier try had been granted, and only the reply was lost.%s", c.client, c.client, c.otherIDs())
	case c.answered && !same(err, c.answer):
		c.report(answerLost, "The answer to %q was %q, but Call returns %q. An answer came, so nothing is unknown: Call has to return it.", c.what, told(c.answer), told(err))
	case c.answered:
	case err == nil:
		c.report(unknownUnsaid, "%s, and yet it reports success. Perhaps it was done, perhaps not: that is ErrUnknown.", tries)
	case len(c.ids) < lost_reply.Tries && errors.Is(err, lost_reply.ErrNoAnswer):
		c.report(unknownUnsaid, "%s. What send returned, %q, is ErrNoAnswer, but was taken for an answer: the network may wrap that error, so compare with errors.Is and not with ==.", tries, err)
	case !errors.Is(err, lost_reply.ErrUnknown):
		c.report(unknownUnsaid, "%s. It returns %q, which the caller takes for a failure. Perhaps it was done, perhaps not: that is ErrUnknown.", tries, err)
	case len(c.ids) < lost_reply.Tries:
		c.report(wrongTries, "%s. Then it gives up, although it has %d Tries: with the same id, to try again is safe.", tries, lost_reply.Tries)
	}
}

// judgeEnd looks back when everybody has come to an end.
func (s *scene) judgeEnd() {
	for _, c := range s.calls {
		switch {
		case c.added > 1:
			s.report(doubleEffect, "%s has made one call to %s, and it was done %d times.%s", c.client, c.what, c.added, c.otherIDs())
		case c.returned && c.err != nil && c.answered && c.added > 0:
			s.report(doneRefused, "%s was told that its call to %s was refused, but it was done.", c.client, c.what)
		}
	}
}

// otherIDs says what is wrong if the tries of the call had different ids.
func (c *call) otherIDs() string {
	for _, id := range c.ids {
		if id != c.ids[0] {
			return fmt.Sprintf(" Its tries came under the ids %q: another id is another call, for all that the server knows.", slices.Compact(c.ids))
		}
	}
	return ""
}

func told(err error) string {
	if err == nil {
		return "done"
	}
	return err.Error()
}

func same(err, answer error) bool {
	return err == answer || err != nil && answer != nil && errors.Is(err, answer) && !errors.Is(err, lost_reply.ErrUnknown)
}
