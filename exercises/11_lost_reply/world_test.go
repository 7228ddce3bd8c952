package lost_reply_test

import (
	"fmt"
	"time"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/schedule"
	lost_reply "example.com/fencing/exercises/11_lost_reply"
)

const ttl = 10 * time.Second

// A world says who takes part.
type world struct {
	last   chapter.Token // the lock service has granted up to here
	adds   [][]int       // what client1, client2, ... add, one call after the other
	faults []fault       // what the network does to messages, one after the other
}

// A scene is a world in one order of events.
type scene struct {
	clock   chapter.Clock
	locks   *lost_reply.Locks
	account *lost_reply.Account
	network network

	last   chapter.Token            // the highest token granted
	grants map[string]chapter.Lease // by attempt
	mark   chapter.Token            // the highest token that the account has accepted
	done   map[request]bool
	denied map[request]bool
	calls  []*call

	found mistake // the first one; the order ends with it
	err   error
}

// A request is named by its token and its id.
type request struct {
	token chapter.Token
	id    string
}

func (w world) build(run *schedule.Run) *scene {
	s := &scene{
		last:    w.last,
		account: lost_reply.NewAccount(),
		grants:  map[string]chapter.Lease{},
		done:    map[request]bool{},
		denied:  map[request]bool{},
	}
	s.locks = lost_reply.NewLocks(s.clock.Now, ttl, w.last)
	for i, amounts := range w.adds {
		name := fmt.Sprintf("client%d", i+1)
		run.Go(name, func(p *schedule.Process) { s.client(p, name, amounts) })
	}
	run.Go("clock", func(p *schedule.Process) {
		p.Await("the lease runs out", s.goesOn)
		s.clock.Advance(ttl)
	})
	run.Go("network", func(p *schedule.Process) { s.misbehave(p, w.faults) })
	return s
}

// goesOn is false from the first mistake on: nobody takes another step then.
func (s *scene) goesOn() bool { return s.found == none }

// client acquires the lease, as soon as it is free, and then adds its amounts.
// Whatever it is told but success, it stops.
func (s *scene) client(p *schedule.Process, name string, amounts []int) {
	var lease chapter.Lease
	c := s.newCall(p, name, "acquire the lease")
	err := lost_reply.Call(counter(name+"/"), func(attempt string) error {
		var answer chapter.Lease
		err := c.send(attempt, fmt.Sprintf("Acquire, attempt %q", attempt), s.free, func(p *schedule.Process) error {
			got, err := s.locks.Acquire(name, attempt)
			s.judgeAcquire(p, c, attempt, got, err)
			answer = got
			return err
		})
		if err == nil {
			lease = answer
		}
		return err
	})
	if c.judgeReturn(err); err != nil {
		return
	}
	newID := counter("")
	for _, amount := range amounts {
		c := s.newCall(p, name, fmt.Sprintf("add %d", amount))
		err := lost_reply.Call(newID, func(id string) error {
			return c.send(id, fmt.Sprintf("Add(%d, %d, request %q)", amount, lease.Token, id), s.goesOn, func(p *schedule.Process) error {
				before := s.account.Balance
				err := s.account.Add(amount, lease.Token, id)
				s.judgeAdd(p, c, request{lease.Token, id}, amount, s.account.Balance-before, err)
				return err
			})
		})
		if c.judgeReturn(err); err != nil {
			return
		}
	}
}

// free says whether no lease is live.
func (s *scene) free() bool { return s.live() == nil && s.goesOn() }

// live returns the lease that is live, as far as grants were right.
func (s *scene) live() *chapter.Lease {
	for _, lease := range s.grants {
		if !lease.Expired(s.clock.Now()) {
			return &lease
		}
	}
	return nil
}

// counter draws the ids "1", "2", ..., with something in front.
func counter(prefix string) func() string {
	n := 0
	return func() string {
		n++
		return fmt.Sprintf("%s%d", prefix, n)
	}
}
