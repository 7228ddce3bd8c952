// Wrong: a message is late by one or two others, not more.
// Message: A message can be late by any number of others
package lost_reply

import (
	"errors"
	"time"

	"example.com/fencing/chapter"
)

const Tries = 3

var (
	ErrNoAnswer = errors.New("no answer")
	ErrUnknown  = errors.New("unknown whether it was done")
)

func Call(newID func() string, send func(id string) error) error {
	id := newID()
	for range Tries {
		if err := send(id); !errors.Is(err, ErrNoAnswer) {
			return err
		}
	}
	return ErrUnknown
}

type Locks struct {
	now    func() time.Time
	ttl    time.Duration
	last   chapter.Token
	lease  chapter.Lease
	grants map[string]chapter.Lease
}

func NewLocks(now func() time.Time, ttl time.Duration, last chapter.Token) *Locks {
	return &Locks{now: now, ttl: ttl, last: last, grants: make(map[string]chapter.Lease)}
}

func (l *Locks) Acquire(holder, attempt string) (chapter.Lease, error) {
	now := l.now()
	if granted, ok := l.grants[attempt]; ok {
		if granted.Expired(now) {
			return chapter.Lease{}, chapter.ErrNotHeld
		}
		return granted, nil
	}
	if !l.lease.Expired(now) {
		return chapter.Lease{}, &chapter.HeldError{Holder: l.lease.Holder, Until: l.lease.Expires}
	}
	l.last++
	l.lease = chapter.Lease{Holder: holder, Token: l.last, Expires: now.Add(l.ttl)}
	l.grants[attempt] = l.lease
	return l.lease, nil
}

type Account struct {
	Balance int
	mark    chapter.Token
	done    map[request]bool
	last    []request
}

type request struct {
	token chapter.Token
	id    string
}

func NewAccount() *Account {
	return &Account{done: make(map[request]bool)}
}

func (a *Account) Add(amount int, token chapter.Token, id string) error {
	if a.done[request{token, id}] {
		return nil
	}
	if token < a.mark {
		return &chapter.StaleTokenError{Token: token, Highest: a.mark}
	}
	a.mark = token
	a.Balance += amount
	a.done[request{token, id}] = true
	a.last = append(a.last, request{token, id})
	if len(a.last) > 2 {
		delete(a.done, a.last[0])
		a.last = a.last[1:]
	}
	return nil
}
