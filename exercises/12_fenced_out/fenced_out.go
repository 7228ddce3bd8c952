// Package fenced_out is exercise 12: what does the loser do?
//
// A worker leads: it acquires the lease, claims, and from then on keeps the list
// in memory and writes it, one note longer each time. Then it pauses for too
// long, somebody else leads, and its next write is refused. "token 33 < 34":
// what now? The worker below goes home, and its notes are never written.
//
// Teach it to lose: what does it stop, what does it drop, where does it begin
// again, and what is it finished with? And not every error means that it has
// lost. The tests run two workers and a clock in every order. Edit Work.
//
//	Learn:   whoever is fenced out drops its state and starts over as a newcomer
//	Read:    What does a fenced-out client do?
//	Minutes: 15
//	Level:   medium
package fenced_out

import (
	"errors"

	"example.com/fencing/chapter"
)

// A World is what a worker can reach. A worker may be paused before any call.
type World interface {
	// Acquire waits until the lease is free and returns the token of a new
	// grant. Nobody tells the worker when the lease is over; a worker that
	// leads and calls Acquire waits for the end of its own grant.
	Acquire() chapter.Token

	// Claim shows the storage the token, and returns the list. It fails with
	// [chapter.ErrStaleToken] if a higher token has been seen, or with
	// [ErrUnreachable].
	Claim(token chapter.Token) (list []string, err error)

	// Write replaces the whole list. It fails like Claim.
	Write(list []string, token chapter.Token) error

	// Mark returns the highest token that the storage has seen. It is there for
	// the operators.
	Mark() chapter.Token
}

// ErrUnreachable says that a request got lost on its way: the storage has not
// seen it, and nothing has happened. That can be so several times in a row.
var ErrUnreachable = errors.New("storage unreachable")

// Work adds the notes at the end of the list, one write for each, in their
// order, and returns when all are acknowledged: for each of them there was a
// Write that returned nil. In the end each note is in the list once, and so is
// every note of others that was acknowledged. No two notes are equal. However
// often a worker loses, it comes back.
func Work(w World, notes []string) {
	token := w.Acquire()
	list, err := w.Claim(token)
	if err != nil {
		return // TODO: what does this error mean?
	}
	for _, note := range notes {
		list = append(list, note)
		if err := w.Write(list, token); err != nil {
			return // TODO: and this one? What of all that is in memory is still true?
		}
	}
}
