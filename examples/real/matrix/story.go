package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/fencetest"
	"example.com/fencing/chapter/timeline"
)

// A story is one cell being tried.
type story struct {
	scenario               Scenario
	locks1, locks2         fencetest.Locker
	store1, store2, reader storage
	lockName, storeName    string        // of the lanes in the drawing
	lease                  string        // its name in the lock service
	ttl                    time.Duration // of client1's lease
	rec                    *timeline.Recorder
}

const (
	// client2's lease is not to run out meanwhile.
	longTTL = 30 * time.Second
	// askEvery is how long client2 waits before it asks again.
	askEvery = 50 * time.Millisecond
)

// errNoToken is short enough for a drawing.
var errNoToken = errors.New("no token")

// errTooSlow says that client1's lease was over before the story began.
var errTooSlow = errors.New("client1's lease was over before it got to use it")

// errTwoOwners says that the lock service is broken: whatever the storage does, it
// is no story of a lease that ran out.
var errTwoOwners = errors.New("client2 was granted the lease while client1 still held it")

// tell has two clients act it out. The errors are not those that are to be seen:
// something is broken, or too slow.
func (s *story) tell(ctx context.Context) (Seen, error) {
	lease1, err := s.locks1.Acquire(ctx, s.lease, "client1", s.ttl)
	if err != nil {
		return Seen{}, fmt.Errorf("client1 acquires: %w", err)
	}
	s.granted("client1", lease1)
	if s.scenario.checks {
		s.rec.Look("client1", lease1)
	}
	if s.scenario.delayed {
		s.rec.Add(timeline.Event{Kind: timeline.Send, Actor: "client1", Peer: s.storeName, Token: s.shown(lease1.Token), Data: staleData, Packet: 1})
	} else {
		s.rec.Pause("client1", "GC pause")
	}
	if lease1.Expired(time.Now()) {
		return Seen{}, errTooSlow
	}

	lease2, err := s.acquireOnceFree(ctx)
	if err != nil {
		return Seen{}, fmt.Errorf("client2 acquires: %w", err)
	}
	defer func() { _ = s.locks2.Release(ctx, s.lease, lease2) }() // or else it runs out
	s.granted("client2", lease2)
	if !lease1.Expired(time.Now()) {
		return Seen{}, errTwoOwners
	}
	seen := Seen{Token1: lease1.Token, Token2: lease2.Token}
	seen.New = cmp.Or(
		s.write(ctx, "client2", s.store2, draft, lease2.Token),
		s.write(ctx, "client2", s.store2, newData, lease2.Token))

	if !s.scenario.delayed {
		s.rec.Wake("client1")
	}
	seen.Late = s.write(ctx, "client1", s.store1, staleData, lease1.Token)
	if !s.scenario.delayed {
		s.rec.Believes("client1", lease1)
	}
	seen.Holds, seen.Mark, err = s.reader.read(ctx)
	if err != nil {
		return Seen{}, fmt.Errorf("reading what the storage holds: %w", err)
	}
	return seen, nil
}

// acquireOnceFree asks until client1's lease is over.
func (s *story) acquireOnceFree(ctx context.Context) (chapter.Lease, error) {
	told := false
	for {
		lease, err := s.locks2.Acquire(ctx, s.lease, "client2", longTTL)
		if told && err != nil && ctx.Err() != nil {
			return chapter.Lease{}, fmt.Errorf("%w, and client1's lease is still not over", ctx.Err())
		}
		if !errors.Is(err, chapter.ErrHeld) {
			return lease, err
		}
		if !told {
			told = true
			s.rec.Add(timeline.Event{Kind: timeline.Grant, Actor: "client2", Peer: s.lockName, Err: chapter.ErrHeld})
		}
		select { // in the end, one more time
		case <-ctx.Done():
		case <-time.After(askEvery):
		}
	}
}

func (s *story) granted(client string, lease chapter.Lease) {
	s.rec.Add(timeline.Event{Kind: timeline.Grant, Actor: client, Peer: s.lockName, Token: lease.Token, Until: lease.Expires})
}

func (s *story) write(ctx context.Context, client string, to storage, data string, token chapter.Token) error {
	err := to.write(ctx, data, token)
	e := timeline.Event{Kind: timeline.Write, Actor: client, Peer: s.storeName, Token: s.shown(token), Data: data, Err: err}
	if errors.Is(err, chapter.ErrNoToken) {
		e.Err = errNoToken
	}
	if client == "client1" && s.scenario.delayed {
		e.Packet = 1
	}
	s.rec.Add(e)
	return err
}

// shown is the token that a message carries: none where there is no fence.
func (s *story) shown(token chapter.Token) chapter.Token {
	if s.scenario.fenced {
		return token
	}
	return 0
}
