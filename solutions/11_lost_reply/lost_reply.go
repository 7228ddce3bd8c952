// Package lost_reply is the answer to exercise 11: what do you do when no answer comes?
package lost_reply

import (
	"errors"
	"fmt"
	"time"

	"example.com/fencing/chapter"
)

// Tries is how often Call sends at most.
const Tries = 3

var (
	// ErrNoAnswer is what the network says when the time is up: the request or
	// its reply is lost, or late. Nobody can tell which.
	ErrNoAnswer = errors.New("no answer")

	// ErrUnknown is what Call says when no try was answered.
	ErrUnknown = errors.New("unknown whether it was done")
)

// Call makes one call in one or more tries. Each try is a send, which returns
// the answer, nil or an error, or an error that is ErrNoAnswer. NewID draws an
// id that was never used before.
//
// Call sends until an answer comes, and returns that answer. If none has come
// after so many Tries, what was to be done may have been done or not, and Call
// returns an error that is ErrUnknown.
func Call(newID func() string, send func(id string) error) error {
	// One id for all tries, drawn before the first. It is all by which the
	// server can tell "the same once more" from "one more of the same".
	id := newID()
	var err error
	for range Tries {
		err = send(id)
		// Any other outcome is an answer, and ends the call. To be refused is an
		// answer too. A stale token says that no earlier try has been done, or that
		// one would have been found; nor will one that is still under way, since
		// the mark never falls. ErrHeld says that none has been granted. (One that
		// is late may be yet, to nobody; that runs out.) ErrNotHeld says that one
		// has been, and that its lease is over: either way the client has none.
		if !errors.Is(err, ErrNoAnswer) {
			return err
		}
	}
	// Not nil, or the caller goes on without a lease, or ticks off what was
	// never done. Not a plain failure either, or it does elsewhere, or under a
	// new id, what may have been done, or may still be on its way.
	return fmt.Errorf("%w: %w %d times", ErrUnknown, err, Tries)
}

// Locks is a lock service with one lease. One goroutine uses it at a time.
type Locks struct {
	now   func() time.Time
	ttl   time.Duration
	last  chapter.Token
	lease chapter.Lease // the latest grant, live or not

	// What came of each attempt that was granted. A real service forgets, some
	// time after the last moment at which a message can still arrive.
	grants map[string]chapter.Lease
}

// NewLocks returns a lock service that has granted up to last.
func NewLocks(now func() time.Time, ttl time.Duration, last chapter.Token) *Locks {
	return &Locks{now: now, ttl: ttl, last: last, grants: make(map[string]chapter.Lease)}
}

// Acquire grants holder the lease for a ttl, under a new token, or returns a
// [*chapter.HeldError] if another grant is live.
//
// An attempt is granted at most once, however often and however late it comes.
// While its lease is live, Acquire returns that same lease again; once it is
// over, [chapter.ErrNotHeld]. Another attempt of the same holder is another one.
func (l *Locks) Acquire(holder, attempt string) (chapter.Lease, error) {
	now := l.now()
	// Before the question whether the lease is free: it is not, and it is this
	// attempt that holds it. The answer is the lease as it was granted. A later
	// Expires would let a late message renew what nobody may want any more.
	if granted, ok := l.grants[attempt]; ok {
		// A lease that is over is no answer: by now somebody else may hold a
		// newer one. Nor is there another grant for this attempt. Its client may
		// have received the first, and this may be a message from long ago.
		if granted.Expired(now) {
			return chapter.Lease{}, fmt.Errorf("%w: attempt %q had token %d", chapter.ErrNotHeld, attempt, granted.Token)
		}
		return granted, nil
	}
	// No look at the name of the holder: two attempts of client1 can be two
	// processes, and each would take the lease for its own.
	if !l.lease.Expired(now) {
		return chapter.Lease{}, &chapter.HeldError{Holder: l.lease.Holder, Until: l.lease.Expires}
	}
	l.last++
	l.lease = chapter.Lease{Holder: holder, Token: l.last, Expires: now.Add(l.ttl)}
	l.grants[attempt] = l.lease
	return l.lease, nil
}

// An Account is a storage behind a fence, whose writes add to what is there. One
// goroutine uses it at a time.
type Account struct {
	Balance int
	mark    chapter.Token
	done    map[request]bool
}

// A request is named by its token and its id, since each grant counts its own
// requests from "1" on. By the id alone, the first request of every new holder
// would be taken for one that has been done.
type request struct {
	token chapter.Token
	id    string
}

// NewAccount returns an empty account.
func NewAccount() *Account {
	return &Account{done: make(map[request]bool)}
}

// Add adds amount to the balance, or returns a [*chapter.StaleTokenError] if a
// higher token has been seen.
//
// A request is done at most once, however often and however late it comes. If it
// has been done, the answer is nil, also when a higher token has been seen since.
// Each grant counts its requests from "1" on, so "1" under token 33 and "1" under
// token 34 are two requests.
func (a *Account) Add(amount int, token chapter.Token, id string) error {
	// First the memory, then the fence. What has been done was rightful when it
	// was done, and it is in the balance, whoever has come since. The client
	// that missed the answer has to learn that, and not "33 < 34". Nothing
	// changes here, so no zombie gets in.
	if a.done[request{token, id}] {
		return nil
	}
	if token < a.mark {
		return &chapter.StaleTokenError{Token: token, Highest: a.mark}
	}
	// Noted only now, and together with the effect: had a refused request been
	// noted too, its second try would be told that it was done. On a disk, both
	// belong into one transaction.
	a.mark = token
	a.Balance += amount
	a.done[request{token, id}] = true
	return nil
}
