// Package lost_reply is exercise 11: what do you do when no answer comes?
//
// A client asks for the lease, or asks an account to add ten, and hears nothing.
// Was the request lost, or only the reply? Or is the request still on its way,
// to arrive later, perhaps twice? The client can only ask again. If the first
// try has arrived after all, there must be no second lease, and not twenty in
// the account.
//
// There are three pieces: Call, with which the client tries again; Acquire of
// the lock service, which is told an attempt id; and Add of the account, which
// is told a request id. None of them makes use of its ids yet. The tests lose,
// delay and double messages in every order. Edit all three.
//
//	Learn:   one id for all tries makes trying again safe; what stays unknown is said
//	Read:    What if the answer gets lost?
//	Minutes: 25
//	Level:   hard
package lost_reply

import (
	"errors"
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
	// TODO: how does the server know that these are tries of one and the same
	// call? And what does the caller have to know at the end?
	var err error
	for range Tries {
		err = send(newID())
		if err == nil {
			break
		}
	}
	return err
}

// Locks is a lock service with one lease. One goroutine uses it at a time.
type Locks struct {
	now   func() time.Time
	ttl   time.Duration
	last  chapter.Token
	lease chapter.Lease // the latest grant, live or not
}

// NewLocks returns a lock service that has granted up to last.
func NewLocks(now func() time.Time, ttl time.Duration, last chapter.Token) *Locks {
	return &Locks{now: now, ttl: ttl, last: last}
}

// Acquire grants holder the lease for a ttl, under a new token, or returns a
// [*chapter.HeldError] if another grant is live.
//
// An attempt is granted at most once, however often and however late it comes.
// While its lease is live, Acquire returns that same lease again; once it is
// over, [chapter.ErrNotHeld]. Another attempt of the same holder is another one.
func (l *Locks) Acquire(holder, attempt string) (chapter.Lease, error) {
	// TODO: has this attempt been here before?
	now := l.now()
	if !l.lease.Expired(now) {
		return chapter.Lease{}, &chapter.HeldError{Holder: l.lease.Holder, Until: l.lease.Expires}
	}
	l.last++
	l.lease = chapter.Lease{Holder: holder, Token: l.last, Expires: now.Add(l.ttl)}
	return l.lease, nil
}

// An Account is a storage behind a fence, whose writes add to what is there. One
// goroutine uses it at a time.
type Account struct {
	Balance int
	mark    chapter.Token
}

// NewAccount returns an empty account.
func NewAccount() *Account {
	return &Account{}
}

// Add adds amount to the balance, or returns a [*chapter.StaleTokenError] if a
// higher token has been seen.
//
// A request is done at most once, however often and however late it comes. If it
// has been done, the answer is nil, also when a higher token has been seen since.
// Each grant counts its requests from "1" on, so "1" under token 33 and "1" under
// token 34 are two requests.
func (a *Account) Add(amount int, token chapter.Token, request string) error {
	// TODO: has this request been done before?
	if token < a.mark {
		return &chapter.StaleTokenError{Token: token, Highest: a.mark}
	}
	a.mark = token
	a.Balance += amount
	return nil
}
