// Wrong: counts in sixteen bits, which wrap round as well, only later.
// Message: Grant 65536 came after grant 65535, but its token is the lower one
package tokens

import (
	"time"

	"example.com/fencing/chapter"
)

type RandomLocks struct {
	lock
	last uint16
}

func NewRandomLocks(now func() time.Time, ttl time.Duration) *RandomLocks {
	return &RandomLocks{lock: lock{now: now, ttl: ttl}}
}

func (s *RandomLocks) Acquire(holder string) (chapter.Lease, error) {
	return s.acquire(holder, s.draw)
}

func (s *RandomLocks) draw(holder string) chapter.Token {
	s.last++
	if s.last == 0 {
		s.last++ // zero is no token
	}
	return chapter.Token(s.last)
}

type SessionLocks struct {
	lock
	last uint16
}

func NewSessionLocks(now func() time.Time, ttl time.Duration) *SessionLocks {
	return &SessionLocks{lock: lock{now: now, ttl: ttl}}
}

func (s *SessionLocks) Acquire(holder string) (chapter.Lease, error) {
	return s.acquire(holder, s.draw)
}

func (s *SessionLocks) draw(holder string) chapter.Token {
	s.last++
	if s.last == 0 {
		s.last++ // zero is no token
	}
	return chapter.Token(s.last)
}

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
