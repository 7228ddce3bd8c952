package timeline

import (
	"cmp"

	"example.com/fencing/chapter"
)

// A LockService is a [chapter.LockService] whose grants, renewals and releases
// are recorded.
type LockService struct {
	*chapter.LockService
	name     string
	recorder *Recorder
}

// LockService has what s does recorded, in a lane of that name.
func (r *Recorder) LockService(name string, s *chapter.LockService) *LockService {
	return &LockService{s, name, r}
}

// Acquire is [chapter.LockService.Acquire].
func (s *LockService) Acquire(holder string) (lease chapter.Lease, err error) {
	s.recorder.do(func() Event {
		lease, err = s.LockService.Acquire(holder)
		return s.event(Grant, holder, lease, err)
	})
	return lease, err
}

// Renew is [chapter.LockService.Renew].
func (s *LockService) Renew(l chapter.Lease) (renewed chapter.Lease, err error) {
	s.recorder.do(func() Event {
		renewed, err = s.LockService.Renew(l)
		return s.event(Renew, l.Holder, cmp.Or(renewed, l), err)
	})
	return renewed, err
}

// Release is [chapter.LockService.Release].
func (s *LockService) Release(l chapter.Lease) (err error) {
	s.recorder.do(func() Event {
		err = s.LockService.Release(l)
		return s.event(Release, l.Holder, l, err)
	})
	return err
}

func (s *LockService) event(kind Kind, holder string, l chapter.Lease, err error) Event {
	return Event{Kind: kind, Actor: holder, Peer: s.name, Token: l.Token, Until: l.Expires, Err: err}
}
