package fencetest

import (
	"fmt"
	"iter"
	"runtime"
	"sync"
	"time"
)

// sharedLockerChecks ask what happens when there is more than one client.
var sharedLockerChecks = []lockerCheck{
	{
		name:    "second-handle",
		claim:   "the lease and the counter are the service's and not its client's",
		section: sectionNeeds,
		needs:   []need[*lockerScene]{needsSecondHandle},
		run: func(s *lockerScene) {
			first, second := s.as("first handle"), s.another()
			one := first.acquire("lock", "client1").granted(nobody)
			second.acquire("lock", "client2").held(one)
			first.release("lock", one).ok("it is live")
			two := second.acquire("lock", "client2").above(one, nobody)
			second.release("lock", two).ok("it is live")
			first.acquire("lock", "client1").above(two, nobody)
		},
	},
	{
		name:    "grant-order",
		claim:   "clients that ask at the same time hold one after the other, and tokens grow in that order",
		section: sectionNeeds,
		needs:   []need[*lockerScene]{needsLockClients},
		run: func(s *lockerScene) {
			handles := []*lockerScene{s}
			if s.h.Another != nil {
				handles = append(handles, s.another())
			}
			s.eachRound(func(int) {
				s.again()
				s.rush(handles).judge(s.story, lockOrder, s.drawing, s.oneAtATime(handles))
			})
		},
	},
}

const (
	turns = 2  // that each client takes in a round,
	tries = 50 // and how often it asks for one before it gives up

	// roundTTL is longer than any round: here leases end by release alone.
	roundTTL = time.Minute
)

// rush lets all clients loose on one name at the same moment and returns the
// history: what was granted and released. To be refused because somebody holds
// the lease is always a fair answer, and is left out.
func (s *lockerScene) rush(handles []*lockerScene) *history {
	h := new(history)
	start := make(chan struct{})
	var clients sync.WaitGroup
	for i := range s.h.Clients {
		clients.Go(func() {
			<-start
			s.client(i, handles).takeTurns(i, h)
		})
	}
	close(start)
	clients.Wait()
	return h
}

// oneAtATime lets each client have its turns, while the next one asks in vain.
func (s *lockerScene) oneAtATime(handles []*lockerScene) iter.Seq[*history] {
	return func(yield func(*history) bool) {
		s.again()
		h := new(history)
		for range turns {
			for i := range s.h.Clients {
				next := (i + 1) % s.h.Clients
				s.client(i, handles).takeTurn(i, h, func() {
					s.client(next, handles).takeTurn(next, h, func() {})
				})
			}
		}
		yield(h)
	}
}

func (s *lockerScene) client(i int, handles []*lockerScene) *lockerScene {
	client := s.as(fmt.Sprintf("client%d", i+1))
	client.locker = handles[i%len(handles)].locker
	return client
}

// takeTurns takes a client's turns, if it gets them.
func (s *lockerScene) takeTurns(client int, h *history) {
	done := 0
	for range tries {
		taken, goOn := s.takeTurn(client, h, runtime.Gosched) // for those who want it
		if taken {
			done++
		}
		if done == turns || !goOn {
			return
		}
		if !taken {
			runtime.Gosched() // for those who hold it
		}
	}
}

// takeTurn acquires and releases, and takes it down. In between it lets others
// have their chance. It reports whether it has got the lease, and whether the
// client can go on.
func (s *lockerScene) takeTurn(client int, h *history, others func()) (taken, goOn bool) {
	st, mishap := s.try(lockOp{kind: opAcquire, name: "lock", holder: fmt.Sprintf("client%d", client+1), ttl: roundTTL})
	if mishap != nil {
		s.told(st)
		h.fell(mishap)
		return false, false
	}
	if st.outcome() == refused {
		return false, true
	}
	s.told(st)
	h.add(client, st.line, st.op, st.lockAnswer, st.outcome())
	if st.outcome() == unknown {
		return false, false // it may hold the lease, and can't know
	}
	others()
	st, mishap = s.try(lockOp{kind: opRelease, name: "lock", lease: st.lease})
	s.told(st)
	if mishap != nil {
		h.fell(mishap)
		return true, false
	}
	h.add(client, st.line, st.op, st.lockAnswer, st.outcome())
	return true, true
}
