package fencetest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"example.com/fencing/chapter"
)

// A Store keeps data under keys and lets nobody change a key who comes with a
// lower token than that key has seen. Its methods may be called from many
// goroutines. A call whose context is over before it begins returns an error and
// changes nothing. What a store keeps and what it returns are copies: nobody
// changes its data through a slice.
type Store interface {
	// Claim raises the key's mark to token and then returns the data, nil
	// if there is none. It raises the mark also where nothing is, and where
	// nothing has ever been. It refuses what Write refuses.
	Claim(ctx context.Context, key string, token chapter.Token) ([]byte, error)

	// Read returns the data, nil if there is none, and the mark, zero
	// before the first token. What it returns is at least as new as every
	// change that has been acknowledged.
	Read(ctx context.Context, key string) ([]byte, chapter.Token, error)

	// Write replaces the data and raises the mark to token, also if the data
	// stays the same. Data of no bytes is data. A lower token than the mark
	// gets an error that is [chapter.ErrStaleToken], token zero one that is
	// [chapter.ErrNoToken], and neither changes anything.
	Write(ctx context.Context, key string, data []byte, token chapter.Token) error

	// Delete drops the data and raises the mark to token, which stays. It
	// raises it even if there is nothing to delete, which is no error:
	// otherwise a late write of a former holder would create the key. It
	// refuses what Write refuses.
	Delete(ctx context.Context, key string, token chapter.Token) error
}

// A StoreHarness holds a store under test, and says what the suite needs to know
// about it. What is left zero is taken to be as the interface promises; whatever
// is declared is skipped by name.
type StoreHarness struct {
	Store Store

	// Reopen ends the store as a crash or a restart would, and opens what
	// is left of it. A crash calls no Close: where a lock on the folder
	// asks for one, open a copy of the folder. The old handle is not used
	// any more. A store that keeps nothing says NoReopen instead.
	Reopen   func() (Store, error)
	NoReopen bool

	// Another opens one more handle on the same data, as a second client
	// would. It may stay nil where there can be only one.
	Another func() (Store, error)

	// Advance turns the store's clock, if it has one to turn. A fence needs
	// none: the check that has a use for it shows that expiry is not the
	// storage's business.
	Advance func(time.Duration)

	NoDelete  bool // Delete is not supported
	PlainKeys bool // keys may hold letters, digits and hyphens only

	// LargestToken is the largest that the store can compare: 2^63-1 in
	// most databases, 2^53 in a Redis script. It refuses what lies above.
	// Zero means that every token will do.
	LargestToken chapter.Token

	// MaxValue is the length of the longest value the store takes. Zero
	// means that 256 KiB will do.
	MaxValue int

	// Clients is how many clients call at the same time where calls are to
	// overlap. Zero means 4; 1 declares that calls must not overlap.
	Clients int

	// Timeout is how long one call may take. Zero means 5 seconds.
	Timeout time.Duration
}

const (
	defaultMaxValue = 256 << 10
	defaultClients  = 4
	defaultTimeout  = 5 * time.Second

	// The checks' own tokens and values stay below these, so that a
	// harness can't declare the suite away.
	smallestLargestToken = 100
	smallestMaxValue     = 256
)

// complete fills in what the zero values mean, or says what is missing.
func (h StoreHarness) complete() (StoreHarness, error) {
	var wrong []error
	complain := func(format string, args ...any) {
		wrong = append(wrong, fmt.Errorf("fencetest: StoreHarness."+format, args...))
	}
	if h.Store == nil {
		complain("Store is nil: there is nothing to test")
	}
	if h.Reopen == nil && !h.NoReopen {
		complain("Reopen is nil: say how the store is opened again after a restart, or set NoReopen for one that keeps nothing")
	}
	if h.Reopen != nil && h.NoReopen {
		complain("NoReopen is set, and so is Reopen: which is it?")
	}
	if h.LargestToken == 0 {
		h.LargestToken = math.MaxUint64
	}
	if h.LargestToken < smallestLargestToken {
		complain("LargestToken is %d: the suite needs room up to %d", h.LargestToken, smallestLargestToken)
	}
	if h.MaxValue == 0 {
		h.MaxValue = defaultMaxValue
	}
	if h.MaxValue < smallestMaxValue {
		complain("MaxValue is %d: the suite needs room for %d bytes", h.MaxValue, smallestMaxValue)
	}
	h.Clients, h.Timeout = withDefaults(h.Clients, h.Timeout, complain)
	return h, errors.Join(wrong...)
}

// withDefaults is for the fields that both harnesses have.
func withDefaults(clients int, timeout time.Duration, complain func(string, ...any)) (int, time.Duration) {
	if clients == 0 {
		clients = defaultClients
	}
	if clients < 0 {
		complain("Clients is %d: it takes at least one", clients)
	}
	if timeout == 0 {
		timeout = defaultTimeout
	}
	if timeout < 0 {
		complain("Timeout is %v: no call comes back before it was made", timeout)
	}
	return clients, timeout
}
