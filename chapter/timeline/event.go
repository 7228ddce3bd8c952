package timeline

import (
	"time"

	"example.com/fencing/chapter"
)

// A Kind says what sort of thing an [Event] is.
type Kind string

// What happens between clients, lock services and storages.
const (
	Grant   Kind = "grant"   // Peer grants Actor a lease with Token until Until, or refuses with Err
	Renew   Kind = "renew"   // Peer extends the lease to Until, or refuses with Err
	Release Kind = "release" // Actor gives the lease back, or Peer refuses with Err
	Expire  Kind = "expire"  // the lease of Actor is over; a [Recorder] derives it from the grants
	Pause   Kind = "pause"   // Actor stops, because of Cause
	Wake    Kind = "wake"    // Actor goes on
	Look    Kind = "look"    // Actor looks at its lease, which is good until Until
	Believe Kind = "believe" // Actor acts as if it held Token, whatever the clock says
	Send    Kind = "send"    // Actor sends a write to Peer, which is on its way
	Write   Kind = "write"   // a write of Actor lands at Peer, or is refused with Err
	Claim   Kind = "claim"   // Actor shows Peer its Token and reads Data, or is refused with Err
	Read    Kind = "read"    // Actor reads Data at Peer
)

// An Event is one thing that happened.
type Event struct {
	At    time.Time
	Kind  Kind
	Actor string // the client that it is about
	Peer  string // the lock service or storage at the other end, if there is one

	Token  chapter.Token // the number of the grant
	Until  time.Time     // when the lease ends: Grant, Renew, Look, Believe; zero in a Grant or Renew: not known
	Data   string        // what is written or read
	Cause  string        // of a Pause
	Err    error         // why it was refused, nil if it was not
	Packet int           // ties a Send to the Write that lands later; 0 for a write that lands at once

	// Bare says that the message carries no token: Token is what the sender had
	// been granted last when it sent it. A Recorder fills in both.
	Bare bool

	// What follows is derived by a Recorder, whatever is given.

	// After is the highest token that had landed at Peer before, with an
	// accepted write or claim.
	After chapter.Token
	// AfterRead is the highest token whose holder had read at Peer before.
	AfterRead chapter.Token
}

// Refused reports whether the lock service or storage said no.
func (e Event) Refused() bool { return e.Err != nil }

// Damage reports whether a write was accepted that comes too late: the holder of
// a newer grant has already written here, claimed, or read what this write
// changes behind its back.
func (e Event) Damage() bool {
	return e.Kind == Write && !e.Refused() && e.Token != 0 && e.Token < max(e.After, e.AfterRead)
}

// over reports whether the lease that the event speaks of has ended when it
// happens.
func (e Event) over() bool {
	return chapter.Lease{Expires: e.Until}.Expired(e.At)
}
