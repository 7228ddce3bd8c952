// Package renewal is exercise 04: how do you extend a lease, and never revive one?
//
// A heartbeat renews the lease while its holder works, and the holder gives it
// back when it is done. Both requests can arrive late: after the lease is over,
// after somebody else was granted it, after the same client was granted it
// again. A service that says yes then makes a second holder, or frees what
// somebody else holds.
//
// Acquire is done. Write Renew, Release and Heartbeat. The tests send every
// request at every time, in all orders with a ticking clock.
//
//	Learn:   a request about a lease is a request about one grant, and only while that is live
//	Read:    What about renewal?
//	Minutes: 15
//	Level:   medium
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

// Renew extends the lease l to a full TTL from now, under the same token, and
// returns it as it is now. If l is over, that is expired, released, or followed
// by a later grant, or if it never was, Renew returns chapter.ErrNotHeld and
// changes nothing.
//
// A client may come with an older copy of its lease, from before a renewal. It
// is the same grant: Expires tells when it was copied, not which grant it is.
func (s *Locks) Renew(l chapter.Lease) (chapter.Lease, error) {
	// TODO: which grant does l belong to, and is that one live?
	s.lease = chapter.Lease{Holder: l.Holder, Token: l.Token, Expires: l.Expires.Add(s.ttl)}
	return s.lease, nil
}

// Release gives the lease l back, so that the next client need not wait for its
// end. If l is over, Release returns chapter.ErrNotHeld and changes nothing.
func (s *Locks) Release(l chapter.Lease) error {
	// TODO: whose lease is this?
	s.lease = chapter.Lease{}
	return nil
}

// A Renewer is the lock service as a heartbeat sees it: it may keep the token of
// a lease that it renews, or give it a higher one.
type Renewer interface {
	Renew(l chapter.Lease) (chapter.Lease, error)
}

// Heartbeat renews the lease l again and again. Before each renewal it calls
// wait, which returns true when the next one is due, and false when the holder
// has finished its work. Then Heartbeat returns nil.
//
// When a renewal fails, the lease is lost. Heartbeat returns the error, which is
// how the holder hears of it, and renews and waits no more.
func Heartbeat(l chapter.Lease, locks Renewer, wait func() bool) error {
	// TODO: what if it fails? And which lease is it that is renewed next?
	for wait() {
		locks.Renew(l)
	}
	return nil
}
