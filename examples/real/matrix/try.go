package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"example.com/fencing/chapter/timeline"
	"example.com/fencing/examples/real/internal/servers"
	"example.com/fencing/examples/real/internal/systems"
)

const (
	// atOnce is how many cells are tried at the same time. Most of that time
	// is spent in waiting for a lease to run out.
	atOnce = 32
	// patience is how long a cell may take, on a machine that is slow.
	patience = time.Minute
	// longestTTL is where a slow machine is given up on.
	longestTTL = 16 * time.Second
)

// A party is a system with the clients that take part.
type party struct {
	*systems.System
	client1, client2, reader systems.Client
}

// try tries every cell. What goes wrong is in the report.
func try(ctx context.Context, openers []systems.Opener, ttl time.Duration, progress progress) *Report {
	began := time.Now()
	report := &Report{}
	parties := open(ctx, openers, report)
	for _, locks := range parties {
		for _, store := range parties {
			for _, scenario := range scenarios {
				if locks.Locks != nil && store.Store != nil {
					report.Cells = append(report.Cells, Cell{
						LockService: locks.Name, Storage: store.Name, Scenario: scenario,
						MustBe: mustBe(scenario.fenced, !locks.NoToken), locks: locks, store: store})
				}
			}
		}
	}
	tryAll(ctx, report.Cells, ttl, progress)
	for _, p := range parties {
		if err := p.Close(); err != nil {
			report.Broken = append(report.Broken, fmt.Sprintf("closing %s: %v", p.Name, err))
		}
	}
	report.Took = time.Since(began)
	return report
}

// open opens all systems at the same time, and returns those that are here.
func open(ctx context.Context, openers []systems.Opener, report *Report) []party {
	parties, errs := make([]party, len(openers)), make([]error, len(openers))
	var all sync.WaitGroup
	for i, opener := range openers {
		all.Go(func() { parties[i], errs[i] = invite(ctx, opener) })
	}
	all.Wait()
	var here []party
	for i, err := range errs {
		var absent *servers.AbsentError
		switch {
		case err == nil:
			here = append(here, parties[i])
		case errors.As(err, &absent):
			report.Absent = append(report.Absent, Absent{openers[i].Name, absent.Enable})
		default:
			report.Broken = append(report.Broken, err.Error())
		}
	}
	return here
}

func invite(ctx context.Context, opener systems.Opener) (party, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	system, err := opener.Open(ctx)
	if err != nil {
		return party{}, err
	}
	p := party{System: system, client1: system.Client}
	if p.client2, err = system.Another(); err == nil {
		p.reader, err = system.Another()
	}
	if err != nil {
		return party{}, errors.Join(err, system.Close())
	}
	return p, nil
}

func tryAll(ctx context.Context, cells []Cell, ttl time.Duration, progress progress) {
	var done atomic.Int64
	stop := progress.show(&done, len(cells))
	defer stop()
	var all sync.WaitGroup
	places := make(chan struct{}, atOnce)
	for i := range cells {
		places <- struct{}{}
		all.Go(func() {
			cells[i].try(ctx, fmt.Sprint("cell-", i), ttl)
			done.Add(1)
			<-places
		})
	}
	all.Wait()
}

// try tries the cell, with longer leases if the machine is too slow for short ones.
func (c *Cell) try(ctx context.Context, name string, ttl time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for ; ; ttl *= 2 {
		name := fmt.Sprint(name, "-", ttl.Milliseconds())
		c.began = time.Now()
		story := &story{
			scenario: c.Scenario, lease: name, ttl: ttl, rec: timeline.New(time.Now),
			locks1: c.locks.client1.Locks, locks2: c.locks.client2.Locks, lockName: c.LockService,
			store1:    storage{c.store.client1, name, c.Scenario.fenced},
			store2:    storage{c.store.client2, name, c.Scenario.fenced},
			reader:    storage{c.store.reader, name, c.Scenario.fenced},
			storeName: c.Storage,
		}
		if c.Storage == c.LockService {
			story.lockName, story.storeName = c.LockService+" (locks)", c.Storage+" (data)"
		}
		c.Seen, c.Err = story.tell(ctx)
		c.events = story.rec.Events()
		if !errors.Is(c.Err, errTooSlow) || ttl >= longestTTL {
			return
		}
	}
}
