// Package fenced_out is the answer to exercise 12: what does the loser do?
package fenced_out

import (
	"errors"

	"example.com/fencing/chapter"
)

// A World is what a worker can reach. A worker may be paused before any call.
type World interface {
	Acquire() chapter.Token
	Claim(token chapter.Token) (list []string, err error)
	Write(list []string, token chapter.Token) error
	Mark() chapter.Token
}

// ErrUnreachable says that a request got lost on its way: the storage has not
// seen it, and nothing has happened.
var ErrUnreachable = errors.New("storage unreachable")

// Work adds the notes to the list and returns when all are acknowledged.
func Work(w World, notes []string) {
	// What is acknowledged stays acknowledged: the notes that are left are the
	// only thing that outlives a grant. To begin with the first note again would
	// put it into the list twice.
	for len(notes) > 0 {
		notes = lead(w, notes)
	}
}

// lead works under one grant, until all is done or the worker is fenced out,
// and returns the notes that are left.
//
// Token and list are its local variables, so that leaving it is how they are
// dropped: nothing of them can slip into the next grant. The list in particular
// must not. A new token proves that this worker leads again, and not that its
// memory is fresh: others have led in between.
func lead(w World, notes []string) (left []string) {
	token := w.Acquire()

	var list []string
	err := retry(func() (err error) {
		list, err = w.Claim(token)
		return err
	})
	for err == nil && len(notes) > 0 {
		longer := append(list, notes[0])
		if err = retry(func() error { return w.Write(longer, token) }); err == nil {
			list, notes = longer, notes[1:]
		}
	}
	// An error that is left here says that a later grant has been seen. This
	// one is over: the same token would be refused for ever, and the one that
	// Mark shows is somebody else's, who has not read what stands in this list.
	return notes
}

// retry makes a request until the storage has seen it. A lost request says
// nothing about the grant, so the token is still the right one, and so is what
// has been read under it.
func retry(request func() error) error {
	for {
		if err := request(); !errors.Is(err, ErrUnreachable) {
			return err
		}
	}
}
