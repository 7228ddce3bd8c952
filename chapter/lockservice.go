package chapter

import (
	"errors"
	"fmt"
	"math"
	"sync"
	"time"
)

// A LockService grants one lease at a time, each with a higher token than the
// one before. It is correct: at no instant do two clients hold a live lease.
// (Only [LockService.RestartWithoutCounter] breaks it, on purpose.) The damage
// happens all the same, elsewhere.
//
// Its methods may be called from many goroutines.
type LockService struct {
	now               func() time.Time
	ttl               time.Duration
	delay             time.Duration
	renewalDrawsToken bool

	mu    sync.Mutex
	last  Token // the highest token granted so far
	lease Lease // the latest grant, live or not; zero once released
}

// NewLockService returns a service whose leases last for ttl on the clock now,
// which must not be set back: a renewal would then shorten the lease. (The times
// that [time.Now] returns don't mind; they carry a monotonic reading.) It panics
// if now is nil or ttl is not above zero.
func NewLockService(now func() time.Time, ttl time.Duration, options ...Option) *LockService {
	if now == nil {
		panic("chapter: NewLockService needs a clock, for example time.Now")
	}
	if ttl <= 0 {
		panic(fmt.Sprintf("chapter: NewLockService: %v, not %v", ErrTTL, ttl))
	}
	s := &LockService{now: now, ttl: ttl}
	for _, option := range options {
		option(s)
	}
	return s
}

// An Option changes how a [LockService] grants.
type Option func(*LockService)

// FirstToken makes the service number its grants from t instead of 1, so that
// a story can begin at 33. It panics if t is zero, which is no token.
func FirstToken(t Token) Option {
	if t == 0 {
		panic("chapter: FirstToken needs a token above zero: 0 is no token")
	}
	return func(s *LockService) { s.last = t - 1 }
}

// RenewalDrawsToken makes every renewal draw a new, higher token, as some lock
// services do. By default a renewal keeps the token of the grant it extends.
// Both are sound; a lower token never is.
func RenewalDrawsToken() Option {
	return func(s *LockService) { s.renewalDrawsToken = true }
}

// LockDelay makes the service wait for d after a lease has expired before it
// grants the next one. A released lease is not waited for. Chubby calls this
// the lock-delay. It panics if d is negative: a grant before the old lease is
// over would be a second holder.
func LockDelay(d time.Duration) Option {
	if d < 0 {
		panic(fmt.Sprintf("chapter: LockDelay needs a delay of zero or more, not %v", d))
	}
	return func(s *LockService) { s.delay = d }
}

var (
	// ErrHeld is the reason of every [HeldError].
	ErrHeld = errors.New("lease held")

	// ErrNotHeld is returned for a lease that is over: expired, released,
	// or followed by a later grant.
	ErrNotHeld = errors.New("lease not held")

	// ErrNoHolder is returned when the holder's name is empty.
	ErrNoHolder = errors.New("no holder: a lease needs the name of its holder")

	// ErrTTL is returned, by services that take a TTL with each call, for one
	// that is not above zero: such a lease would be over before it began.
	ErrTTL = errors.New("a lease needs a TTL above zero")

	// ErrTokensExhausted is returned instead of a grant once the largest
	// token is drawn. Wrapping round to a small one would let every old
	// holder in.
	ErrTokensExhausted = errors.New("tokens exhausted: no larger token is left to grant")
)

// A HeldError refuses a grant while somebody else's lease is, or may be, live.
type HeldError struct {
	Holder string
	Until  time.Time // when to ask again
}

func (e *HeldError) Error() string {
	return fmt.Sprintf("%v by %s until %s", ErrHeld, e.Holder, timeOfDay(e.Until))
}

func (e *HeldError) Unwrap() error { return ErrHeld }

// Acquire grants holder a lease with a new token, or returns a [*HeldError] at
// once if the lease is not free; it does not wait. The same holder asking again
// is one more client: it gets no second lease while the first is live, and a
// new token afterwards.
//
// The other errors are [ErrNoHolder] and [ErrTokensExhausted].
func (s *LockService) Acquire(holder string) (Lease, error) {
	if holder == "" {
		return Lease{}, ErrNoHolder
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now()
	if !s.free(now) {
		return Lease{}, &HeldError{Holder: s.lease.Holder, Until: s.lease.Expires.Add(s.delay)}
	}
	token, err := s.draw()
	if err != nil {
		return Lease{}, err
	}
	s.lease = Lease{Holder: holder, Token: token, Expires: now.Add(s.ttl)}
	return s.lease, nil
}

// Renew extends the lease to a full TTL from now, under the same token (see
// [RenewalDrawsToken]). A heartbeat calls it every third of the TTL. A lease
// that is over stays over: Renew returns [ErrNotHeld], and the client has to
// acquire a new one. A renewal that draws a token can also end with
// [ErrTokensExhausted], and the lease then runs on as it was.
func (s *LockService) Renew(l Lease) (Lease, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now()
	if err := s.check(l, now); err != nil {
		return Lease{}, err
	}
	renewed := Lease{Holder: l.Holder, Token: l.Token, Expires: now.Add(s.ttl)}
	if s.renewalDrawsToken {
		token, err := s.draw()
		if err != nil {
			return Lease{}, err
		}
		renewed.Token = token
	}
	s.lease = renewed
	return renewed, nil
}

// Release gives the lease back before it expires. A lease that is over is
// refused with [ErrNotHeld], and nothing changes: a late release must not free
// what somebody else holds by now.
func (s *LockService) Release(l Lease) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.check(l, s.now()); err != nil {
		return err
	}
	s.lease = Lease{}
	return nil
}

// Free reports whether no lease stands in the way of Acquire now.
func (s *LockService) Free() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.free(s.now())
}

// Holds reports whether l is the live lease now. The answer is about the past
// as soon as it is given.
func (s *LockService) Holds(l Lease) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.check(l, s.now()) == nil
}

// Restart ends the service and starts it again. The counter was on disk and is
// kept. The lease was only in memory and is forgotten; since it may still be
// live, the service grants nothing for one TTL, and the lock-delay after it.
func (s *LockService) Restart() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.restart()
}

// RestartWithoutCounter is a restart on an empty disk: the service forgets how
// far it had counted and begins at 1 again. It is here for the experiment that
// shows why it must not happen.
func (s *LockService) RestartWithoutCounter() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = 0
	s.restart()
}

func (s *LockService) restart() {
	s.lease = Lease{Holder: "somebody before the restart", Expires: s.now().Add(s.ttl)}
}

// free reports whether the latest grant is over, and its delay with it.
func (s *LockService) free(now time.Time) bool {
	return s.lease == (Lease{}) || s.lease.Expired(now.Add(-s.delay))
}

// check returns nil if l is the latest grant and still live, and otherwise why
// it is over.
func (s *LockService) check(l Lease, now time.Time) error {
	switch {
	case l.Token == 0 || l.Token > s.last:
		return fmt.Errorf("%w: token %d was never granted", ErrNotHeld, l.Token)
	case l.Token < s.last:
		return fmt.Errorf("%w: token %d is over, %d has been granted since", ErrNotHeld, l.Token, s.last)
	case l.Token != s.lease.Token || l.Holder != s.lease.Holder:
		return fmt.Errorf("%w: %s does not hold token %d", ErrNotHeld, l.Holder, l.Token)
	case s.lease.Expired(now):
		return fmt.Errorf("%w: token %d expired at %s", ErrNotHeld, l.Token, timeOfDay(s.lease.Expires))
	}
	return nil
}

// draw returns the next token. The counter only ever rises.
func (s *LockService) draw() (Token, error) {
	if s.last == math.MaxUint64 {
		return 0, ErrTokensExhausted
	}
	s.last++
	return s.last, nil
}
