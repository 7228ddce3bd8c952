package fencetest

import (
	"fmt"
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
				s.rush(handles).judge(s.story, modelOf(lockModel), s.drawings)
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
		client := s.as(fmt.Sprintf("client%d", i+1))
		client.locker = handles[i%len(handles)].locker
		clients.Go(func() {
			<-start
			client.takeTurns(i, h)
		})
	}
	close(start)
	clients.Wait()
	return h
}

// takeTurns acquires and releases, and takes it down.
func (s *lockerScene) takeTurns(client int, h *history) {
	acquire := lockOp{kind: opAcquire, name: "lock", holder: fmt.Sprintf("client%d", client+1), ttl: roundTTL}
	done := 0
	for range tries {
		st, mishap := s.try(acquire)
		if mishap != nil {
			s.told(st)
			h.fell(mishap)
			return
		}
		if st.outcome() == refused {
			runtime.Gosched() // for those who hold it
			continue
		}
		s.told(st)
		h.add(client, st.line, st.op, st.lockAnswer, st.outcome())
		if st.outcome() == unknown {
			return // it may hold the lease, and can't know
		}
		runtime.Gosched() // for those who want it
		st, mishap = s.try(lockOp{kind: opRelease, name: "lock", lease: st.lease})
		s.told(st)
		if mishap != nil {
			h.fell(mishap)
			return
		}
		h.add(client, st.line, st.op, st.lockAnswer, st.outcome())
		if done++; done == turns {
			return
		}
	}
}
