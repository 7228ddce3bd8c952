// Wrong: grants nothing, so that no token can be wrong.
// Message: The lease is free, and nobody gets it: a service that grants nothing protects nothing.
package tokens

import (
	"time"

	"example.com/fencing/chapter"
)

type RandomLocks struct {
	lock
	last chapter.Token
}

func NewRandomLocks(now func() time.Time, ttl time.Duration) *RandomLocks {
	return &RandomLocks{lock: lock{now: now, ttl: ttl}}
}

func (s *RandomLocks) Acquire(holder string) (chapter.Lease, error) {
	return s.acquire(holder, s.draw)
}

func (s *RandomLocks) draw(holder string) chapter.Token {
	s.last++
	return s.last
}

type SessionLocks struct {
	lock
	last chapter.Token
}

func NewSessionLocks(now func() time.Time, ttl time.Duration) *SessionLocks {
	return &SessionLocks{lock: lock{now: now, ttl: ttl}}
}

func (s *SessionLocks) Acquire(holder string) (chapter.Lease, error) {
	return s.acquire(holder, s.draw)
}

func (s *SessionLocks) draw(holder string) chapter.Token {
	s.last++
	return s.last
}

type lock struct {
	now   func() time.Time
	ttl   time.Duration
	lease chapter.Lease // the latest grant, live or not; zero once released
}

func (l *lock) acquire(holder string, draw func(holder string) chapter.Token) (chapter.Lease, error) {
	return chapter.Lease{}, &chapter.HeldError{Holder: l.lease.Holder, Until: l.now().Add(l.ttl)}
}

// Release gives the lease back, or returns chapter.ErrNotHeld if it is over.
func (l *lock) Release(lease chapter.Lease) error {
	if lease != l.lease || lease.Expired(l.now()) {
		return chapter.ErrNotHeld
	}
	l.lease = chapter.Lease{}
	return nil
}
