package fencetest

import (
	"context"
	"errors"
	"fmt"
	"time"

	"example.com/fencing/chapter"
)

// A Locker grants leases by name, one at a time for each, and numbers the
// grants of a name with tokens that only grow. Its methods may be called from
// many goroutines. A call whose context is over before it begins returns an error
// and changes nothing; so does one with a TTL that is not above zero, or without
// a holder.
type Locker interface {
	// Acquire grants holder the lease called name for ttl. It does not wait:
	// while somebody holds the lease, it returns an error that is
	// [chapter.ErrHeld] at once. The lease's Expires is on the clock of the
	// caller, and at most ttl away.
	Acquire(ctx context.Context, name, holder string, ttl time.Duration) (chapter.Lease, error)

	// Renew extends a live lease to a full ttl from now, under the same
	// token or a higher one. For a lease that is over it returns an error
	// that is [chapter.ErrNotHeld].
	Renew(ctx context.Context, name string, l chapter.Lease, ttl time.Duration) (chapter.Lease, error)

	// Release gives a live lease back. For a lease that is over it changes
	// nothing.
	Release(ctx context.Context, name string, l chapter.Lease) error
}

// A LockerHarness holds a lock service under test, and says what the suite needs
// to know about it. What is left zero is taken to be as the interface promises;
// whatever is declared is skipped by name.
type LockerHarness struct {
	Locker Locker

	// Advance turns the service's clock and Now reads it, where the clock
	// can be turned by hand; then nothing in the suite sleeps. Advance is
	// also called with a negative duration, since wall clocks are set back;
	// a clock that can't be may ignore that. Without the two the suite goes
	// by [time.Now] and waits for leases to run out.
	Advance func(time.Duration)
	Now     func() time.Time

	// TTL is the length of the leases that are to run out. Zero means 10
	// seconds by a clock turned by hand and 1 second by a real one, by which
	// all other leases are asked for a minute: the machine may be slow.
	TTL time.Duration

	// Lag is how long after its TTL a lease may still keep others out: the
	// service's lock-delay, or the coarseness of its timers. Zero means not
	// at all by a clock turned by hand, and up to 10 seconds by a real one.
	Lag time.Duration

	// Reopen restarts the service and connects to it again. The old handle
	// is not used any more. A service that keeps nothing says NoReopen
	// instead, and its tokens start over whenever it does.
	Reopen   func() (Locker, error)
	NoReopen bool

	// Another opens one more handle, as a second client would. It may stay
	// nil where there can be only one.
	Another func() (Locker, error)

	// AcquireAttempt is Acquire under an attempt id, where the service has
	// them: with the same id again it is the same request, sent once more
	// because the reply was lost.
	AcquireAttempt func(ctx context.Context, name, holder, attempt string, ttl time.Duration) (chapter.Lease, error)

	// RenewalDrawsToken declares that a renewal may draw a higher token.
	RenewalDrawsToken bool

	// Clients is how many clients call at the same time where calls are to
	// overlap. Zero means 4; 1 declares that calls must not overlap.
	Clients int

	// Timeout is how long one call may take. Zero means 5 seconds.
	Timeout time.Duration
}

// complete fills in what the zero values mean, or says what is missing.
func (h LockerHarness) complete() (LockerHarness, error) {
	var wrong []error
	complain := func(format string, args ...any) {
		wrong = append(wrong, fmt.Errorf("fencetest: LockerHarness."+format, args...))
	}
	if h.Locker == nil {
		complain("Locker is nil: there is nothing to test")
	}
	if h.Reopen == nil && !h.NoReopen {
		complain("Reopen is nil: say how the service is reached again after a restart, or set NoReopen for one that keeps nothing")
	}
	if h.Reopen != nil && h.NoReopen {
		complain("NoReopen is set, and so is Reopen: which is it?")
	}
	if (h.Advance == nil) != (h.Now == nil) {
		complain("Advance and Now belong together: one turns the clock that the other reads")
	}
	byHand := h.Advance != nil
	if h.Now == nil {
		h.Now = time.Now
	}
	if h.TTL == 0 {
		h.TTL = time.Second
		if byHand {
			h.TTL = 10 * time.Second
		}
	}
	if h.TTL < 0 {
		complain("TTL is %v: a lease needs one above zero", h.TTL)
	}
	if h.Lag == 0 && !byHand {
		h.Lag = 10 * time.Second
	}
	if h.Lag < 0 {
		complain("Lag is %v: a lease that ends before its time is a second holder", h.Lag)
	}
	h.Clients, h.Timeout = withDefaults(h.Clients, h.Timeout, complain)
	return h, errors.Join(wrong...)
}
