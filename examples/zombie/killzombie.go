//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"example.com/fencing/chapter"
	"example.com/fencing/examples/zombie/internal/lockhttp"
	"example.com/fencing/examples/zombie/internal/process"
	"example.com/fencing/examples/zombie/internal/storehttp"
)

// freezeClient1 starts a client and freezes it between its look at the lease and
// its write, as in a scene.
func (k *killRun) freezeClient1(ctx context.Context) (*process.Process, error) {
	ctx, cancel := inTime(ctx, patience)
	defer cancel()
	listener, err := listen()
	if err != nil {
		return nil, err
	}
	locks := serve(listener, lockhttp.Handler(k.locks))
	defer locks.Close()
	p, err := start("client1", role{Client: &client{Name: "client1", Locks: locks.URL, Storage: k.client.URL, Check: before, Writes: []string{stale}}})
	if err != nil {
		return nil, err
	}
	for {
		r, err := hear(ctx, "client1", p)
		if err == nil && r.Did == ready {
			err = p.Freeze(ctx)
		}
		if err == nil {
			err = p.Answer()
		}
		if err != nil {
			p.End()
			return nil, err
		}
		if r.Did == ready {
			k.console.detail("client1, process %d, stands still with token %d", p.Pid(), r.Lease.Token)
			return p, nil
		}
	}
}

// tryStale does what a zombie with that token does.
func (k *killRun) tryStale(ctx context.Context, token chapter.Token) error {
	err := k.client.Write(ctx, "client1", stale, token)
	var refused *storehttp.RefusedError
	if !errors.As(err, &refused) || refused.Status != http.StatusConflict {
		return fmt.Errorf("a write with token %d had to be refused with 409 below mark %d, and came back with %v", token, k.model.mark, err)
	}
	k.summary.stale++
	return nil
}

// wakeClient1 lets the process run on that has slept through all kills.
func (k *killRun) wakeClient1(ctx context.Context, zombie *process.Process) error {
	ctx, cancel := inTime(ctx, patience)
	defer cancel()
	if err := zombie.Wake(); err != nil {
		return err
	}
	for {
		r, err := hear(ctx, "client1", zombie)
		if err != nil {
			return err
		}
		if r.Did == wrote {
			k.summary.refusal = r.Refusal
		}
		if err := zombie.Answer(); err != nil {
			return err
		}
		if r.Did == finished {
			break
		}
	}
	if err := zombie.Wait(ctx); err != nil {
		return err
	}
	data, mark, err := k.client.Read(ctx)
	if err != nil {
		return err
	}
	if _, err := k.model.found(data, mark); err != nil {
		return fmt.Errorf("after client1 woke: %w", err)
	}
	if k.summary.refusal == "" {
		return errors.New("client1 woke, and its write was not refused")
	}
	return nil
}
