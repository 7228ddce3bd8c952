// Wrong: takes for the token how long the program has run, since that only rises.
// Message: The rightful holder is locked out
package tokens

import (
	"time"

	"example.com/fencing/chapter"
)

type RandomLocks struct {
	lock
	start time.Time
}

func NewRandomLocks(now func() time.Time, ttl time.Duration) *RandomLocks {
	return &RandomLocks{lock: lock{now: now, ttl: ttl}, start: time.Now()}
}

func (s *RandomLocks) Acquire(holder string) (chapter.Lease, error) {
	return s.acquire(holder, s.draw)
}

func (s *RandomLocks) draw(holder string) chapter.Token {
	return chapter.Token(time.Since(s.start))
}

type SessionLocks struct {
	lock
	start time.Time
}

func NewSessionLocks(now func() time.Time, ttl time.Duration) *SessionLocks {
	return &SessionLocks{lock: lock{now: now, ttl: ttl}, start: time.Now()}
}

func (s *SessionLocks) Acquire(holder string) (chapter.Lease, error) {
	return s.acquire(holder, s.draw)
}

func (s *SessionLocks) draw(holder string) chapter.Token {
	return chapter.Token(time.Since(s.start))
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
