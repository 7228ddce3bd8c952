//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"example.com/fencing/chapter"
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
		return 1, fmt.Errorf("a folder for the storage's file (TMPDIR says where): %w", err)
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
