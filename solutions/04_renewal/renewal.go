// Package renewal is the answer to exercise 04: how do you extend a lease, and never revive one?
//
// Every late request has the same answer: it is about a grant that is over. So
// there is one question, in one place, and Renew and Release both begin with it.
package renewal

import (
	"time"

	"example.com/fencing/chapter"
)

// Locks is a lock service. One goroutine uses it at a time.
type Locks struct {
	now   func() time.Time
	ttl   time.Duration
	last  chapter.Token // the highest token granted so far
	lease chapter.Lease // the latest grant, as renewed; live or not
}

// New returns a service whose leases last for ttl on the clock now, and whose
// first token is one above last.
func New(now func() time.Time, ttl time.Duration, last chapter.Token) *Locks {
	return &Locks{now: now, ttl: ttl, last: last}
}

// Acquire grants holder a lease under a new token, or returns a
// *chapter.HeldError while the latest lease is live. It is right as it is.
func (s *Locks) Acquire(holder string) (chapter.Lease, error) {
	now := s.now()
	if !s.lease.Expired(now) {
		return chapter.Lease{}, &chapter.HeldError{Holder: s.lease.Holder, Until: s.lease.Expires}
	}
	s.last++
	s.lease = chapter.Lease{Holder: holder, Token: s.last, Expires: now.Add(s.ttl)}
	return s.lease, nil
}

// holds reports whether l is the latest grant, and live.
//
// The token says which grant l is. The holder's name does not: client1,
// restarted, has the name of the zombie that it was. Nor does the whole lease,
// compared with ==: after a renewal, Expires differs in every older copy.
//
// Whether it is live, the service's own lease says, for two reasons: the copy
// does not know of later renewals, and the client could have written anything
// into it. The released lease is the zero Lease, which is expired at any time.
func (s *Locks) holds(l chapter.Lease) bool {
	return l.Token == s.lease.Token && !s.lease.Expired(s.now())
}

// Renew extends the lease l to a full TTL from now, under the same token, and
// returns it as it is now, or returns chapter.ErrNotHeld if l is over.
func (s *Locks) Renew(l chapter.Lease) (chapter.Lease, error) {
	// Not even if nobody else wanted the lease in the meantime. The service
	// would have to be sure of that, and the client could not tell a lease
	// that was always live from one with a hole in it.
	if !s.holds(l) {
		return chapter.Lease{}, chapter.ErrNotHeld
	}
	// From now, not from the old end: who renews every third of the TTL would
	// gain two thirds with each, and after its crash all others would wait
	// for hours. The new end is kept here, too: a service that only returns it
	// grants the lease to the next while the first still trusts the answer.
	s.lease.Expires = s.now().Add(s.ttl)
	return s.lease, nil
}

// Release gives the lease l back, or returns chapter.ErrNotHeld if l is over.
func (s *Locks) Release(l chapter.Lease) error {
	// Without this line the zombie's release frees its successor's lease, and
	// a third client gets it while the second is at work.
	if !s.holds(l) {
		return chapter.ErrNotHeld
	}
	s.lease = chapter.Lease{} // s.last stays: the next token is higher
	return nil
}

// A Renewer is the lock service as a heartbeat sees it: it may keep the token of
// a lease that it renews, or give it a higher one.
type Renewer interface {
	Renew(l chapter.Lease) (chapter.Lease, error)
}

// Heartbeat renews the lease l each time that wait says so, until the holder has
// finished, or until the lease is lost.
//
// With a real service an error can also mean that the request or its answer got
// lost. Then one may try again, as long as the lease one has in hand is live. A
// beat every third of the TTL leaves time for one more try; the one after that
// comes when the lease is over, unless one retries faster.
func Heartbeat(l chapter.Lease, locks Renewer, wait func() bool) error {
	for wait() {
		renewed, err := locks.Renew(l)
		if err != nil {
			// The holder has to hear of it, and the heartbeat cannot help any
			// more: it has no right to acquire a new lease, whose token would
			// cover work that was done under the old one. And the holder may
			// be told too late, when it is paused as well. That is what the
			// fence in the storage is for.
			return err
		}
		l = renewed // with its token, in case the renewal has drawn a new one
	}
	return nil
}
