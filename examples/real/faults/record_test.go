package faults

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"example.com/fencing/chapter"
	"example.com/fencing/examples/real/internal/systems"
)

// The lease of a run, and the key that it guards.
const (
	leader = "leader"
	report = "report"
)

// inTime is how long one call may take. While its server is down, a client may wait
// for it.
const inTime = 5 * time.Second

// A recorder writes the history of a run.
type recorder struct {
	start time.Time

	mu    sync.Mutex
	calls []*Call
}

func newRecorder() *recorder { return &recorder{start: time.Now()} }

// history is what has been recorded. Nobody may record meanwhile.
func (r *recorder) history() []Call {
	var calls []Call
	for _, c := range r.calls {
		calls = append(calls, *c)
	}
	return calls
}

// count counts the calls that have ended so.
func (r *recorder) count(kind Kind, outcome Outcome) (n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, c := range r.calls {
		if c.Kind == kind && c.Outcome == outcome {
			n++
		}
	}
	return n
}

// lastCalls are how a run that does not get on is explained.
func (r *recorder) lastCalls() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var text strings.Builder
	for _, c := range r.calls[max(0, len(r.calls)-12):] {
		fmt.Fprintf(&text, "%v\n", c)
	}
	return text.String()
}

// make makes a call and writes down how it ended.
func (r *recorder) make(c Call, call func(context.Context, *Call) error) *Call {
	ctx, cancel := context.WithTimeout(context.Background(), inTime)
	defer cancel()
	c.Begin = time.Since(r.start)
	err := call(ctx, &c)
	c.End = time.Since(r.start)
	var stale *chapter.StaleTokenError
	switch {
	case err == nil:
		c.Outcome = Done
	case errors.As(err, &stale):
		c.Outcome, c.Mark = Refused, stale.Highest
	case errors.Is(err, chapter.ErrStaleToken), errors.Is(err, chapter.ErrHeld):
		c.Outcome = Refused
	default:
		c.Outcome = Unknown
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.calls = append(r.calls, &c)
	return &c
}

// A client makes recorded calls.
type client struct {
	*recorder
	name string
	systems.Client
}

// A grant is a lease, and the line of the history that tells of it.
type grant struct {
	chapter.Lease
	call *Call
}

// acquire returns nil if the lease was not granted, as far as we know.
func (c client) acquire(ttl time.Duration) *grant {
	var lease chapter.Lease
	call := c.make(Call{Client: c.name, Kind: Acquire}, func(ctx context.Context, call *Call) (err error) {
		lease, err = c.Locks.Acquire(ctx, leader, c.name, ttl)
		call.Token = lease.Token
		if err == nil {
			call.Until = lease.Expires.Sub(c.start)
		}
		return err
	})
	if call.Outcome != Done {
		return nil
	}
	return &grant{lease, call}
}

// release gives a lease back. From now on the client does not believe in it,
// whatever comes of it.
func (c client) release(g *grant) {
	c.mu.Lock()
	g.call.Until = min(g.call.Until, time.Since(c.start))
	c.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), inTime)
	defer cancel()
	_ = c.Locks.Release(ctx, leader, g.Lease) // if that fails, it expires
}

func (c client) claim(token chapter.Token) Outcome {
	return c.make(Call{Client: c.name, Kind: Claim, Token: token}, func(ctx context.Context, call *Call) error {
		data, err := c.Store.Claim(ctx, report, token)
		call.Data = string(data)
		return err
	}).Outcome
}

func (c client) write(token chapter.Token, data string) Outcome {
	return c.make(Call{Client: c.name, Kind: Write, Token: token, Data: data}, func(ctx context.Context, call *Call) error {
		return c.Store.Write(ctx, report, []byte(data), token)
	}).Outcome
}

func (c client) read() Outcome {
	return c.make(Call{Client: c.name, Kind: Read}, func(ctx context.Context, call *Call) error {
		data, mark, err := c.Store.Read(ctx, report)
		call.Data, call.Mark = string(data), mark
		return err
	}).Outcome
}
