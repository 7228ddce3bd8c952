// Wrong: waits between two beats itself as well, for how long it can only guess.
// Message: wait does the waiting
package renewal

import (
	"time"

	"example.com/fencing/chapter"
)

type Locks struct {
	now   func() time.Time
	ttl   time.Duration
	last  chapter.Token // the highest token granted so far
	lease chapter.Lease // the latest grant, as renewed; live or not
}

func New(now func() time.Time, ttl time.Duration, last chapter.Token) *Locks {
	return &Locks{now: now, ttl: ttl, last: last}
}
func (s *Locks) Acquire(holder string) (chapter.Lease, error) {
	now := s.now()
	if !s.lease.Expired(now) {
		return chapter.Lease{}, &chapter.HeldError{Holder: s.lease.Holder, Until: s.lease.Expires}
	}
	s.last++
	s.lease = chapter.Lease{Holder: holder, Token: s.last, Expires: now.Add(s.ttl)}
	return s.lease, nil
}
func (s *Locks) holds(l chapter.Lease) bool {
	return l.Token == s.lease.Token && !s.lease.Expired(s.now())
}
func (s *Locks) Renew(l chapter.Lease) (chapter.Lease, error) {
	if !s.holds(l) {
		return chapter.Lease{}, chapter.ErrNotHeld
	}
	s.lease.Expires = s.now().Add(s.ttl)
	return s.lease, nil
}
func (s *Locks) Release(l chapter.Lease) error {
	if !s.holds(l) {
		return chapter.ErrNotHeld
	}
	s.lease = chapter.Lease{}
	return nil
}

type Renewer interface {
	Renew(l chapter.Lease) (chapter.Lease, error)
}

func Heartbeat(l chapter.Lease, locks Renewer, wait func() bool) error {
	for wait() {
		renewed, err := locks.Renew(l)
		if err != nil {
			return err
		}
		l = renewed
		time.Sleep(3 * time.Second)
	}
	return nil
}
