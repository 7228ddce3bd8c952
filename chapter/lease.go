package chapter

import (
	"fmt"
	"time"
)

// A Token numbers a grant: a larger token was granted later. The lock service
// draws it with the grant, the client sends it with every write, and the
// storage compares it with the highest that it has accepted. It says
// which grant came later, and nothing else: not who holds the lease, and not
// whether the lease is still live.
//
// Zero is no token. No grant carries it, and storages refuse it.
type Token uint64

// A Lease is what a client holds in its hand after a grant: a promise, good
// until Expires. The client may go on believing in it for as long as it likes;
// nobody can reach into its memory and change the variable.
type Lease struct {
	Holder  string
	Token   Token
	Expires time.Time // the first instant at which the promise is void
}

// Expired reports whether the promise is void at now: it is from the instant
// Expires on.
func (l Lease) Expired(now time.Time) bool {
	return !now.Before(l.Expires)
}

// String returns, for example, "client1 holds token 33 until 12:00:10", or
// "no lease" for the zero Lease.
func (l Lease) String() string {
	if l == (Lease{}) {
		return "no lease"
	}
	return fmt.Sprintf("%s holds token %d until %s", l.Holder, l.Token, timeOfDay(l.Expires))
}

// timeOfDay leaves the fraction of the second out when there is none.
func timeOfDay(t time.Time) string {
	return t.Format("15:04:05.999999999")
}
