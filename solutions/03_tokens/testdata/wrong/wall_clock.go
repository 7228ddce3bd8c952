// Wrong: takes the token from the machine's clock, past the one that is given.
// Message: It is the time of this machine, whose clock stands still in this test
package tokens

import (
	"time"

	"example.com/fencing/chapter"
)

type RandomLocks struct {
	lock
}

func NewRandomLocks(now func() time.Time, ttl time.Duration) *RandomLocks {
	return &RandomLocks{lock: lock{now: now, ttl: ttl}}
}

func (s *RandomLocks) Acquire(holder string) (chapter.Lease, error) {
	return s.acquire(holder, s.draw)
}

func (s *RandomLocks) draw(holder string) chapter.Token {
	return chapter.Token(time.Now().UnixNano())
}

type SessionLocks struct {
	lock
}

func NewSessionLocks(now func() time.Time, ttl time.Duration) *SessionLocks {
	return &SessionLocks{lock: lock{now: now, ttl: ttl}}
}

func (s *SessionLocks) Acquire(holder string) (chapter.Lease, error) {
	return s.acquire(holder, s.draw)
}

func (s *SessionLocks) draw(holder string) chapter.Token {
	return chapter.Token(time.Now().UnixNano())
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
