// Package tokens is the answer to exercise 03: what makes a number a fencing token?
//
// A token says which of two grants is the later one. So it has to number the
// grants, in their order, and the service that makes them is the one that can.
// Both answers come to the same two lines: one counter, and it only rises.
package tokens

import (
	"time"

	"example.com/fencing/chapter"
)

// RandomLocks gives each grant the next number.
//
// A random number may well be kept beside it, against clients that release what
// is not theirs: it answers "is it the same?". It cannot answer "is it later?".
type RandomLocks struct {
	lock
	last chapter.Token // the highest token drawn so far
}

// NewRandomLocks returns a service whose leases last for ttl on the clock now.
func NewRandomLocks(now func() time.Time, ttl time.Duration) *RandomLocks {
	return &RandomLocks{lock: lock{now: now, ttl: ttl}}
}

// Acquire grants holder a lease, or returns a *chapter.HeldError.
func (s *RandomLocks) Acquire(holder string) (chapter.Lease, error) {
	return s.acquire(holder, s.draw)
}

// draw returns the token of a grant: higher than that of every grant before it.
func (s *RandomLocks) draw(string) chapter.Token {
	// Not the clock, although it mostly rises: two grants can fall on the same
	// instant, when the first is released at once, and an operator can set the
	// clock back. And not a number per holder: the storage compares the tokens
	// of different holders.
	s.last++
	return s.last
}

// SessionLocks gives each grant the next number, to whomever it goes.
//
// A client that comes back is not the same as before. It was granted the lease,
// lost it, and packets of that time may still be under way. A second grant under
// the first one's token would let them in. So there is no need to remember
// sessions: the map is gone.
type SessionLocks struct {
	lock
	last chapter.Token // the highest token drawn so far
}

// NewSessionLocks returns a service whose leases last for ttl on the clock now.
func NewSessionLocks(now func() time.Time, ttl time.Duration) *SessionLocks {
	return &SessionLocks{lock: lock{now: now, ttl: ttl}}
}

// Acquire grants holder a lease, or returns a *chapter.HeldError.
func (s *SessionLocks) Acquire(holder string) (chapter.Lease, error) {
	return s.acquire(holder, s.draw)
}

// draw returns the token of a grant: higher than that of every grant before it,
// those of the same holder included.
func (s *SessionLocks) draw(string) chapter.Token {
	// It is called for grants only, never for an attempt that is refused. A gap
	// would do no harm, but a token drawn before the grant would: it could be
	// granted after a higher one.
	s.last++
	return s.last
}

// A lock is what the two have in common, and is right as it is: it decides when
// a grant may be made, and leaves the token to draw. One goroutine uses it at a
// time.
type lock struct {
	now   func() time.Time
	ttl   time.Duration
	lease chapter.Lease // the latest grant, live or not; zero once released
}

func (l *lock) acquire(holder string, draw func(holder string) chapter.Token) (chapter.Lease, error) {
	now := l.now()
	if !l.lease.Expired(now) {
		return chapter.Lease{}, &chapter.HeldError{Holder: l.lease.Holder, Until: l.lease.Expires}
	}
	l.lease = chapter.Lease{Holder: holder, Token: draw(holder), Expires: now.Add(l.ttl)}
	return l.lease, nil
}

// Release gives the lease back, or returns chapter.ErrNotHeld if it is over.
func (l *lock) Release(lease chapter.Lease) error {
	if lease != l.lease || lease.Expired(l.now()) {
		return chapter.ErrNotHeld
	}
	l.lease = chapter.Lease{}
	return nil
}
