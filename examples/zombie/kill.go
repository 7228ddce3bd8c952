//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"example.com/fencing/chapter"
	"example.com/fencing/examples/zombie/internal/lockhttp"
	"example.com/fencing/examples/zombie/internal/process"
	"example.com/fencing/examples/zombie/internal/storehttp"
)

// A killRun kills a storage process with SIGKILL, between two writes and in the
// middle of one, and starts it again from its file. client1 is frozen all the
// while, with token 33; the writer holds a newer token for each write.
type killRun struct {
	console *console
	locks   *chapter.LockService
	dir     string
	socket  *os.File // the storage's port, see storage
	client  storehttp.Client

	process *process.Process // the storage
	model   model
	took    time.Duration // the last write that nobody disturbed
	summary killSummary
}

// steps is how many moments within a write a kill is aimed at, one after the
// other: from its very beginning to twice the time that a write takes.
const steps = 16

// killAgainAndAgain is a killRun from beginning to end.
func killAgainAndAgain(ctx context.Context, s settings, c *console) (status int, err error) {
	dir, err := os.MkdirTemp("", "zombie")
	if err != nil {
		return 1, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	listener, err := listen()
	if err != nil {
		return 1, err
	}
	defer listener.Close()
	socket, err := listener.(interface{ File() (*os.File, error) }).File()
	if err != nil {
		return 1, err
	}
	defer socket.Close()

	k := &killRun{
		console: c,
		locks:   chapter.NewLockService(time.Now, 200*time.Millisecond, chapter.FirstToken(33)),
		dir:     dir,
		socket:  socket,
		client:  storehttp.Client{URL: "http://" + listener.Addr().String()},
	}
	c.printf("Killing the storage %d times.\n\n", s.runs)
	if err := k.play(ctx, s.runs); err != nil {
		return 1, err
	}
	c.printf("%s", k.summary)
	return 0, nil
}

func (k *killRun) play(ctx context.Context, kills int) error {
	zombie, err := k.freezeClient1(ctx)
	if err != nil {
		return err
	}
	defer zombie.End()
	if err := k.startStorage(ctx); err != nil {
		return err
	}
	defer func() { k.process.End() }()
	for kill := range kills {
		if err := k.round(ctx, kill); err != nil {
			return fmt.Errorf("kill %d: %w", kill+1, err)
		}
		k.console.progress(kill+1, kills)
	}
	return k.wakeClient1(ctx, zombie)
}

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

// round writes, kills the storage, starts it again, and compares what it holds
// with what it may hold.
func (k *killRun) round(ctx context.Context, kill int) error {
	ctx, cancel := inTime(ctx, patience)
	defer cancel()
	began := time.Now()
	if err := k.write(ctx); err != nil {
		return err
	}
	k.took = time.Since(began)
	if kill%2 == 0 {
		k.process.End()
		k.summary.between++
		if err := k.startStorage(ctx); err != nil {
			return err
		}
	} else if err := k.killDuringWrite(ctx, kill/2%steps); err != nil {
		return err
	}
	data, mark, err := k.client.Read(ctx)
	if err != nil {
		return err
	}
	landed, err := k.model.found(data, mark)
	if err != nil {
		return err
	}
	if landed {
		k.summary.landed++
	}
	k.console.detail("kill %d: the storage is process %d now, with %q under mark %d", kill+1, k.process.Pid(), data, mark)
	for _, token := range []chapter.Token{33, mark - 1} {
		if err := k.tryStale(ctx, token); err != nil {
			return err
		}
	}
	return nil
}

// killDuringWrite sends a write, and kills the storage that many steps later.
func (k *killRun) killDuringWrite(ctx context.Context, step int) error {
	done := make(chan error, 1)
	go func() { done <- k.write(ctx) }()
	if err := until(ctx, time.Now().Add(2*k.took*time.Duration(step)/steps)); err != nil {
		return err
	}
	k.process.End()
	k.summary.during++
	err := k.startStorage(ctx)
	// A write that the killed process had not begun to read is read by the
	// next one, and so may be acknowledged only now.
	return errors.Join(err, <-done)
}

// write writes once under a token of its own. That the answer is lost is no
// error: the model knows of it.
func (k *killRun) write(ctx context.Context) error {
	lease, err := k.acquire(ctx)
	if err != nil {
		return err
	}
	data := fmt.Sprintf("client2 data %d", lease.Token)
	k.model.send(data, lease.Token)
	err = k.client.Write(ctx, "client2", data, lease.Token)
	var refused *storehttp.RefusedError
	switch {
	case errors.As(err, &refused):
		return fmt.Errorf("the newest holder is refused: %w", err)
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		k.summary.unknown++
	default:
		k.model.acknowledge()
		k.summary.acknowledged++
	}
	if err := k.locks.Release(lease); !errors.Is(err, chapter.ErrNotHeld) {
		return err
	}
	return nil // over already, on a slow machine: the next one is free to go, too
}

// acquire waits while client1's lease is good, which is at the beginning only.
func (k *killRun) acquire(ctx context.Context) (chapter.Lease, error) {
	for {
		lease, err := k.locks.Acquire("client2")
		var held *chapter.HeldError
		if !errors.As(err, &held) {
			return lease, err
		}
		if err := until(ctx, held.Until); err != nil {
			return chapter.Lease{}, err
		}
	}
}

// tryStale does what a zombie with that token does.
func (k *killRun) tryStale(ctx context.Context, token chapter.Token) error {
	err := k.client.Write(ctx, "client1", stale, token)
	var refused *storehttp.RefusedError
	if !errors.As(err, &refused) || refused.Status != 409 {
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
