//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/timeline"
	"example.com/fencing/examples/zombie/internal/lockhttp"
	"example.com/fencing/examples/zombie/internal/process"
	"example.com/fencing/examples/zombie/internal/storehttp"
)

const (
	stale = "client1 stale data"
	draft = "client2 draft"
	fresh = "client2 data"
)

// A scene is one run: two services, two client processes, and one pause or one
// delayed packet.
type scene struct {
	settings
	fenced bool
	record *timeline.Recorder
	detail func(format string, args ...any) // what only the curious want to know

	shelf            *shelf
	client1, client2 *process.Process
	road             *slowRoad // if the packet is delayed

	outcome outcome
}

// An outcome is what a scene has come to.
type outcome struct {
	Arrived int    // how many writes of client1 reached the storage
	Refusal string // what client1 was told: "409 token 33 < 34", or nothing
	Damage  bool   // an older grant has written over a newer one
	Holds   string // what the storage holds at the end
}

// patience is for what should take milliseconds: after it, something is wrong. It
// is long, since a machine may have many other things to do.
const patience = 30 * time.Second

// play plays the scene to its end, and leaves no process and no open port.
func (s *scene) play(ctx context.Context) (outcome, error) {
	ctx, cancel := inTime(ctx, patience+s.pause)
	defer cancel()

	locks, err := s.serve(lockServiceName, lockhttp.Handler(s.record.LockService(lockServiceName,
		chapter.NewLockService(time.Now, s.ttl, chapter.FirstToken(33)))))
	if err != nil {
		return outcome{}, err
	}
	defer locks.Close()
	s.shelf = newShelf(s.fenced, s.record)
	storage, err := s.serve(storageName, storehttp.Handler(s.shelf))
	if err != nil {
		return outcome{}, err
	}
	defer storage.Close()
	toStorage := storage.URL
	if s.scenario == delayed {
		if s.road, err = newSlowRoad(storage.URL, s.shelf.holdBack); err != nil {
			return outcome{}, err
		}
		road, err := s.serve("slow road", s.road)
		if err != nil {
			return outcome{}, err
		}
		defer road.Close()
		toStorage = road.URL
	}

	s.client1, err = s.start(client{Name: "client1", Locks: locks.URL, Storage: toStorage, Check: s.check, Writes: []string{stale}})
	if err != nil {
		return outcome{}, err
	}
	defer s.client1.End()
	s.client2, err = s.start(client{Name: "client2", Locks: locks.URL, Storage: storage.URL, Check: never, Writes: []string{draft, fresh}})
	if err != nil {
		return outcome{}, err
	}
	defer s.client2.End()

	steps := s.pausedClient
	if s.scenario == delayed {
		steps = s.delayedPacket
	}
	if err := steps(ctx); err != nil {
		return outcome{}, err
	}
	if err := errors.Join(s.client1.Wait(ctx), s.client2.Wait(ctx)); err != nil {
		return outcome{}, err
	}
	return s.look(ctx, storehttp.Client{URL: storage.URL})
}

// pausedClient freezes client1 between its look at the lease and its write.
func (s *scene) pausedClient(ctx context.Context) error {
	if err := s.follow(ctx, "client1", s.client1, ready); err != nil {
		return err
	}
	if err := s.client1.Freeze(ctx); err != nil {
		return err
	}
	frozen := time.Now()
	s.record.Pause("client1", "SIGSTOP")
	s.detail("the system reports that process %d stands still", s.client1.Pid())
	// From here on nothing but the stop keeps client1 from writing.
	if err := s.client1.Answer(); err != nil {
		return err
	}
	if err := s.follow(ctx, "client2", s.client2, finished); err != nil {
		return err
	}
	if err := until(ctx, frozen.Add(s.pause)); err != nil {
		return err
	}
	if n := s.shelf.arrived("client1"); n != 0 {
		return fmt.Errorf("client1 has written while it stood still, %d times", n)
	}
	s.record.Wake("client1")
	if err := s.client1.Wake(); err != nil {
		return err
	}
	return s.follow(ctx, "client1", s.client1, finished)
}

// delayedPacket holds client1's write back, and freezes nobody.
func (s *scene) delayedPacket(ctx context.Context) error {
	if err := s.follow(ctx, "client1", s.client1, ready); err != nil {
		return err
	}
	if err := s.client1.Answer(); err != nil {
		return err
	}
	select {
	case <-s.road.held:
	case <-ctx.Done():
		return fmt.Errorf("waiting for client1's write to be on its way: %w", context.Cause(ctx))
	}
	sent := time.Now()
	if err := s.follow(ctx, "client2", s.client2, finished); err != nil {
		return err
	}
	if err := until(ctx, sent.Add(s.pause)); err != nil {
		return err
	}
	close(s.road.clear)
	return s.follow(ctx, "client1", s.client1, finished)
}

// follow listens to a client up to its report last, and answers all reports but
// that it is about to write: there the client waits.
func (s *scene) follow(ctx context.Context, name string, p *process.Process, last string) error {
	for {
		r, err := hear(ctx, name, p)
		if err != nil {
			return err
		}
		s.note(name, r)
		if r.Did == ready && last == ready {
			return nil
		}
		if err := p.Answer(); err != nil {
			return err
		}
		if r.Did == last || r.Did == gaveUp {
			return nil
		}
	}
}

// note records what the client alone can tell.
func (s *scene) note(name string, r report) {
	switch r.Did {
	case looked:
		s.record.Add(timeline.Event{Kind: timeline.Look, At: r.At, Actor: name, Token: r.Lease.Token, Until: r.Lease.Expires})
	case wrote:
		if name == "client1" {
			s.outcome.Refusal = r.Refusal
			s.record.Believes(name, r.Lease)
		}
	}
}

// look reads, over HTTP as anybody would, what the storage holds.
func (s *scene) look(ctx context.Context, storage storehttp.Client) (outcome, error) {
	data, _, err := storage.Read(ctx)
	if err != nil {
		return outcome{}, err
	}
	s.outcome.Holds = data
	s.outcome.Arrived = s.shelf.arrived("client1")
	for _, e := range s.record.Events() {
		s.outcome.Damage = s.outcome.Damage || e.Damage()
	}
	return s.outcome, nil
}

func (s *scene) start(c client) (*process.Process, error) {
	p, err := start(c.Name, role{Client: &c})
	if err == nil {
		s.detail("%s is process %d", c.Name, p.Pid())
	}
	return p, err
}

// inTime limits what is done with ctx. Each wait says itself what it has waited
// for.
func inTime(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, limit, fmt.Errorf("that takes longer than %v", limit))
}

// until waits for an instant.
func until(ctx context.Context, t time.Time) error {
	select {
	case <-time.After(time.Until(t)):
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
