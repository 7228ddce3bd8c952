// Package tokens is exercise 03: what makes a number a fencing token?
//
// The storage is fenced and makes no mistake. Two lock services hand out the
// tokens, and both grant as they should: at no instant are two leases live. And
// yet behind RandomLocks zombies get in and rightful holders are locked out,
// although no two of its tokens are equal. SessionLocks counts, and is fine
// until somebody comes back.
//
// Repair the two draw methods, and the fields and constructors as you need. The
// tests try every order of acquiring, expiring, releasing and late writes; and
// the clock that you are given is one that an operator can set back.
//
//	Learn:   a token has to be later than every other, not only different
//	Read:    What does fencing need?
//	Minutes: 10
//	Level:   easy
package tokens

import (
	"math/rand/v2"
	"time"

	"example.com/fencing/chapter"
)

// RandomLocks gives each grant a large random number. That can be good for one
// thing: were it from crypto/rand, it would be hard to guess, and who cannot
// guess it cannot release what somebody else holds.
type RandomLocks struct {
	lock
	random *rand.Rand
}

// NewRandomLocks returns a service whose leases last for ttl on the clock now.
func NewRandomLocks(now func() time.Time, ttl time.Duration) *RandomLocks {
	return &RandomLocks{
		lock:   lock{now: now, ttl: ttl},
		random: rand.New(rand.NewPCG(33, 34)), // always the same numbers, for the tests
	}
}

// Acquire grants holder a lease, or returns a *chapter.HeldError.
func (s *RandomLocks) Acquire(holder string) (chapter.Lease, error) {
	return s.acquire(holder, s.draw)
}

// draw returns the token of a grant: higher than that of every grant before it.
func (s *RandomLocks) draw(holder string) chapter.Token {
	// TODO: they all differ. Which of two of them is the later one?
	return chapter.Token(s.random.Uint32())
}

// SessionLocks opens a session for each client that it has not seen before,
// and numbers the sessions. A client that comes back gets its number again.
type SessionLocks struct {
	lock
	sessions map[string]chapter.Token
}

// NewSessionLocks returns a service whose leases last for ttl on the clock now.
func NewSessionLocks(now func() time.Time, ttl time.Duration) *SessionLocks {
	return &SessionLocks{
		lock:     lock{now: now, ttl: ttl},
		sessions: make(map[string]chapter.Token),
	}
}

// Acquire grants holder a lease, or returns a *chapter.HeldError.
func (s *SessionLocks) Acquire(holder string) (chapter.Lease, error) {
	return s.acquire(holder, s.draw)
}

// draw returns the token of a grant: higher than that of every grant before it,
// those of the same holder included.
func (s *SessionLocks) draw(holder string) chapter.Token {
	// TODO: what does this number count? What should it count?
	if _, known := s.sessions[holder]; !known {
		s.sessions[holder] = chapter.Token(len(s.sessions) + 1)
	}
	return s.sessions[holder]
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
