package faults

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"example.com/fencing/chapter"
	"example.com/fencing/examples/real/internal/systems"
)

const (
	// clients is how many compete for the lease of a run.
	clients = 3

	// ttl is that of its leases. etcd and S3 count in seconds, or may.
	ttl = time.Second

	// patience is how long the clients may take to come to what they have
	// to, on a slow machine.
	patience = time.Minute
)

// A run has clients that compete for one lease and write to the key that it guards,
// while faults happen.
type run struct {
	*recorder
	stopped atomic.Bool
	workers sync.WaitGroup
}

// start starts the clients.
func start(another func() (systems.Client, error)) (*run, error) {
	r := &run{recorder: newRecorder()}
	for n := range clients {
		access, err := another()
		if err != nil {
			r.stop()
			return nil, err
		}
		worker := client{r.recorder, fmt.Sprint("client", n+1), access}
		r.workers.Go(func() { r.work(worker) })
	}
	return r, nil
}

// stop lets the clients finish the call that they are at.
func (r *run) stop() {
	r.stopped.Store(true)
	r.workers.Wait()
}

// work is what a client does all day: it acquires, claims, writes, and gives the
// lease back. Every third time it forgets to, and the lease expires. Between its
// leases it is a zombie, which goes on under its old token.
func (r *run) work(c client) {
	var old chapter.Token
	for n := 0; !r.stopped.Load(); n++ {
		g := c.acquire(ttl)
		if g == nil {
			if old != 0 {
				c.write(old, fmt.Sprintf("%s, a zombie in round %d", c.name, n))
			}
			c.read()
			time.Sleep(5 * time.Millisecond) // the others want to get on
			continue
		}
		old = g.Token
		if c.claim(g.Token) == Done {
			for m := range 3 {
				c.write(g.Token, fmt.Sprintf("%s, round %d, line %d", c.name, n, m))
			}
		}
		if n%3 > 0 {
			c.release(g)
		}
	}
}

// progress waits until, from now on, the lease was granted, its holder has written,
// and a zombie was refused.
func (r *run) progress() error {
	type counts struct{ grants, writes, refusals int }
	count := func() counts {
		return counts{r.count(Acquire, Done), r.count(Write, Done), r.count(Write, Refused)}
	}
	before := count()
	err := r.until(func() bool {
		now := count()
		return now.grants >= before.grants+2 && now.writes >= before.writes+6 && now.refusals > before.refusals
	})
	if err != nil {
		return fmt.Errorf("two grants, six writes and one refusal were to come: %+v before, %+v now; %w", before, count(), err)
	}
	return nil
}

// until waits for what the clients are to bring about.
func (r *run) until(condition func() bool) error {
	for deadline := time.Now().Add(patience); !condition(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			return fmt.Errorf("no progress for %v; the last calls were\n%v", patience, r.lastCalls())
		}
	}
	return nil
}

// last reads what is left in the end, with a client that has seen nothing.
func (r *run) last(another func() (systems.Client, error)) error {
	access, err := another()
	if err != nil {
		return err
	}
	reader := client{r.recorder, "the reader", access}
	for deadline := time.Now().Add(patience); reader.read() != Done; {
		if time.Now().After(deadline) {
			return fmt.Errorf("nobody can read what is left, for %v", patience)
		}
	}
	return nil
}
