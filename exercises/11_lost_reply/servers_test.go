package lost_reply_test

import (
	"errors"
	"fmt"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/schedule"
)

// judgeAcquire looks at an answer of the lock service.
func (s *scene) judgeAcquire(p *schedule.Process, c *call, attempt string, lease chapter.Lease, err error) {
	if err == nil {
		p.Logf("%v", lease)
	} else {
		p.Logf("%v", err)
	}
	now := s.clock.Now()
	granted, before := s.grants[attempt]
	live := s.live()
	switch {
	case err != nil && before && !granted.Expired(now):
		s.report(ownLeaseRefused, "Attempt %q has been granted the lease with token %d, and it is live. Here it comes once more, and is refused: "+
			"the same attempt has to get the same lease again, or %s holds it and never knows.", attempt, granted.Token, c.client)
	case err != nil && !before && live == nil:
		s.report(lockedOut, "The lease is free, and attempt %q is refused: a lock service that refuses everything protects nothing.", attempt)
	case err != nil && live != nil && !before:
		var held *chapter.HeldError
		if want := (chapter.HeldError{Holder: live.Holder, Until: live.Expires}); !errors.As(err, &held) {
			s.report(wrongDetails, "\"%v\", so it is right to refuse attempt %q, but %q is no *chapter.HeldError.", live, attempt, err)
		} else if held.Holder != want.Holder || !held.Until.Equal(want.Until) {
			s.report(wrongDetails, "\"%v\", so it is right to refuse attempt %q, but the error should say %q. It says %q.", live, attempt, want.Error(), held)
		}
	case err != nil:

	case lease.Expired(now) || lease == chapter.Lease{}:
		s.report(expiredLease, "Attempt %q is answered with a lease that is over, as if it were live. Somebody else may hold the lease by now: say chapter.ErrNotHeld.", attempt)
	case before && lease.Token != granted.Token:
		s.report(secondGrant, "Attempt %q was granted token %d before, and now it is granted %d: one attempt, two grants. "+
			"If the first is over, the client has to begin a new attempt, if it wants to: perhaps this message was only late.", attempt, granted.Token, lease.Token)
	case before:
	case live != nil:
		s.report(secondGrant, "Attempt %q is granted the lease, while \"%v\" is live: two owners.", attempt, live)
	case lease.Token <= s.last:
		s.report(secondGrant, "Attempt %q is granted token %d, but %d has been granted already: tokens grow.", attempt, lease.Token, s.last)
	case lease.Holder != c.client || !lease.Expires.Equal(now.Add(ttl)):
		s.report(wrongDetails, "Attempt %q is granted \"%v\": the lease should be %s's, for a ttl from now on.", attempt, lease, c.client)
	default:
		s.grants[attempt] = lease
		s.last = lease.Token
	}
}

// judgeAdd looks at an answer of the account, and at what became of the balance.
func (s *scene) judgeAdd(p *schedule.Process, c *call, r request, amount, added int, err error) {
	p.Logf("%s, the balance is %d", told(err), s.account.Balance)
	this := fmt.Sprintf("Request %q of token %d", r.id, r.token)
	switch done, fits := s.done[r], r.token >= s.mark; {
	case added != 0 && done:
		s.report(doubleEffect, "%s has been done before, and is done again: the balance has grown by %d too much.", this, added)
	case added != 0 && !fits:
		s.report(zombieIn, "%s was not done before, and %d has been accepted since: a zombie's request, which must be refused, and add nothing.", this, s.mark)
	case err != nil && done:
		s.report(doneRefused, "%s has been done. Here it comes once more, and is told %q; its client, if it has missed the first answer, takes it for refused. "+
			"The truth is that it was done: look for the request first, and only then at the mark.", this, err)
	case err != nil && (added != 0 || fits):
		s.report(lockedOut, "%s is refused, with %q, and the balance has grown by %d. No token above %d has been seen, so it has to be added: "+
			"an account that refuses everything protects nothing.", this, err, added, r.token)
	case err != nil:
		s.denied[r] = true
		var stale *chapter.StaleTokenError
		if want := (chapter.StaleTokenError{Token: r.token, Highest: s.mark}); !errors.As(err, &stale) {
			s.report(wrongDetails, "%s is refused with %q: it should be a *chapter.StaleTokenError.", this, err)
		} else if *stale != want {
			s.report(wrongDetails, "%s is rightly refused, but the error should say %q. It says %q.", this, want.Error(), stale)
		}
	case done:
	case added == 0 && s.denied[r]:
		s.report(notDone, "%s was refused before. Now it comes again and is said to be done, but nothing was added: a refused request has not been done.", this)
	case added == 0 && !fits:
		s.report(notDone, "%s is said to be done, but nothing was added. %d has been accepted, so it has to be refused.", this, s.mark)
	case added != amount:
		s.report(notDone, "%s is said to be done, but the balance has grown by %d instead of %d.%s", this, added, amount, s.otherRequest(r))
	default:
		s.done[r] = true
		s.mark = r.token
		c.added++
	}
}

// otherRequest says so if another grant has used the same request id.
func (s *scene) otherRequest(r request) string {
	for other := range s.done {
		if other.id == r.id {
			return fmt.Sprintf(" It is another request than %q of token %d, which has been done: each grant counts from \"1\" on.", other.id, other.token)
		}
	}
	return ""
}
