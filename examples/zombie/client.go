//go:build unix

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"example.com/fencing/chapter"
	"example.com/fencing/examples/zombie/internal/lockhttp"
	"example.com/fencing/examples/zombie/internal/storehttp"
)

// A client is a process of its own: it acquires the lease, may look at it, and
// writes. It is the same program whoever stops it, and whatever the storage
// makes of its token.
type client struct {
	Name    string
	Locks   string // the lock service's URL
	Storage string // the storage's URL
	Check   string // when it looks at its lease: never, before the pause or after
	Writes  []string
}

// A report is what a client says of itself in one line. It goes on when it is
// answered by a line.
type report struct {
	Did     string
	At      time.Time
	Lease   chapter.Lease
	Refusal string // of a write, with the status: 409 token 33 < 34
}

// What a client reports.
const (
	started  = "is there"
	looked   = "has looked at its lease"
	ready    = "is about to write"
	wrote    = "has written, or was refused"
	gaveUp   = "has seen that its lease is over"
	finished = "has done what it wanted"
)

// run is the whole life of a client. A pause can fall between any two lines;
// the one that matters falls at the report that it is about to write. There the
// parent stops the process first and answers it then, so that from this moment
// on nothing holds the write back but the stop. (A process can also stop itself,
// but one that calls kill(getpid(), SIGSTOP) may run on for a moment: the signal
// is for any of its threads. Aiming at the own thread is exact, but each system
// has another call for it.)
func (c client) run(ctx context.Context, parent conversation) error {
	if err := parent.tell(report{Did: started}); err != nil {
		return err
	}
	lease, err := c.acquire(ctx)
	if err != nil {
		return err
	}
	for c.Check == before {
		now := time.Now()
		if err := parent.tell(report{Did: looked, At: now, Lease: lease}); err != nil {
			return err
		}
		if !lease.Expired(now) {
			break
		}
		// Too late already, on a machine with other things to do: it
		// starts over as a newcomer.
		if lease, err = c.acquire(ctx); err != nil {
			return err
		}
	}
	if err := parent.tell(report{Did: ready, Lease: lease}); err != nil {
		return err
	}
	if c.Check == after {
		now := time.Now()
		if err := parent.tell(report{Did: looked, At: now, Lease: lease}); err != nil {
			return err
		}
		if lease.Expired(now) {
			return parent.tell(report{Did: gaveUp})
		}
	}
	storage := storehttp.Client{URL: c.Storage}
	for _, data := range c.Writes {
		done := report{Did: wrote, Lease: lease}
		err := storage.Write(ctx, c.Name, data, lease.Token)
		var refused *storehttp.RefusedError
		if errors.As(err, &refused) {
			done.Refusal = refused.Error()
		} else if err != nil {
			return err
		}
		if err := parent.tell(done); err != nil {
			return err
		}
	}
	return parent.tell(report{Did: finished})
}

// acquire asks for the lease until it is granted.
func (c client) acquire(ctx context.Context) (chapter.Lease, error) {
	locks := lockhttp.Client{URL: c.Locks}
	for {
		lease, err := locks.Acquire(ctx, c.Name)
		var held *lockhttp.HeldError
		if !errors.As(err, &held) {
			return lease, err
		}
		select {
		case <-time.After(held.Wait):
		case <-ctx.Done():
			return chapter.Lease{}, ctx.Err()
		}
	}
}

// A conversation is a child's side of the talk with its parent.
type conversation struct {
	answers *bufio.Reader
	reports io.Writer
}

// tell waits for the answer. If there is none any more, the parent is gone and
// the child ends as well.
func (c conversation) tell(r report) error {
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if _, err := c.reports.Write(append(line, '\n')); err != nil {
		return err
	}
	if _, err := c.answers.ReadString('\n'); err != nil {
		return fmt.Errorf("the parent is gone: %w", err)
	}
	return nil
}
