package fencetest

import (
	"fmt"
	"iter"
	"slices"
	"sync"
	"time"

	"example.com/fencing/chapter"
)

// rush lets all clients loose on one key at the same moment, each with a token
// of its own, and returns the history. They are few, and make few calls: the
// time to decide whether a history is in order grows exponentially with both.
//
// A round is planned so that what can go wrong does, and not only by luck: in
// some all clients begin each call together, in some each runs as fast as it
// can; some begin with a key that is new, some with one that is in use.
func (s *storeScene) rush(handles []*storeScene, round int) *history {
	return s.round(handles, round, writersOnly(round) || round%2 == 0, func(clients []func()) {
		start := make(chan struct{})
		var running sync.WaitGroup
		for _, client := range clients {
			running.Go(func() {
				<-start
				client()
			})
		}
		close(start)
		running.Wait()
	})
}

// oneAtATime makes the calls of the round, and then those of every kind of round,
// in several orders in which none overlap: in step and client by client, with
// rising tokens and with falling ones. It gives up when that takes long.
func (s *storeScene) oneAtATime(handles []*storeScene, round int) iter.Seq[*history] {
	orders := []struct{ cut, falling bool }{{true, false}, {true, true}, {false, false}, {false, true}}
	return func(yield func(*history) bool) {
		start := time.Now()
		for n := range 1 + kindsOfRound {
			if n > 0 && time.Since(start) > 10*s.enough {
				return
			}
			for _, order := range orders {
				s.again()
				h := s.round(handles, round, order.cut, func(clients []func()) {
					if order.falling {
						slices.Reverse(clients)
					}
					for _, client := range clients {
						client()
					}
				})
				if !yield(h) {
					return
				}
			}
			round++
		}
	}
}

// round makes the calls of a round: the clients are let loose by run, each on
// its program or, if that is cut, on one call of it at a time.
func (s *storeScene) round(handles []*storeScene, round int, cut bool, run func([]func())) *history {
	h := new(history)
	if writersOnly(round) || round%4 < 2 {
		s.as("before").play(s.h.Clients, []storeOp{{kind: opWrite, key: "k", token: 31, data: []byte("same")}}, h)
	}
	programs := make([][]storeOp, s.h.Clients)
	for i := range programs {
		programs[i] = s.program(round, i)
	}
	for _, together := range inStep(programs, cut) {
		var clients []func()
		for i, ops := range together {
			client := s.as(fmt.Sprintf("client%d", firstToken+i))
			client.store = handles[i%len(handles)].store
			clients = append(clients, func() { client.play(i, ops, h) })
		}
		run(clients)
		if len(h.mishaps) > 0 {
			return h
		}
	}
	s.as("afterwards").play(s.h.Clients, []storeOp{{kind: opRead, key: "k"}}, h)
	return h
}

// play makes the calls, one after the other, and takes them down.
func (s *storeScene) play(client int, ops []storeOp, h *history) {
	for _, op := range ops {
		step, mishap := s.try(op)
		if mishap != nil {
			h.fell(mishap)
			return
		}
		h.add(client, step.line, op, step.storeAnswer, step.outcome())
	}
}

// inStep cuts the programs into single calls, if they are to be in step.
func inStep(programs [][]storeOp, cut bool) [][][]storeOp {
	if !cut {
		return [][][]storeOp{programs}
	}
	var steps [][][]storeOp
	for n := range longestProgram {
		step := make([][]storeOp, len(programs))
		for i, ops := range programs {
			step[i] = ops[min(n, len(ops)):min(n+1, len(ops))]
		}
		steps = append(steps, step)
	}
	return steps
}

const (
	firstToken     = 33
	longestProgram = 3

	// After so many rounds they begin anew: see what is done modulo what.
	kindsOfRound = 12
)

// writersOnly are the rounds without claims: a claim raises the mark early, and
// covers up what a write does.
func writersOnly(round int) bool { return round%3 == 2 }

// program is what one client does. In a round of writers one of them reads
// first; and in every other such round all write the same data, which fools a
// store that compares data to see whether anything has changed.
//
// In the other rounds a client writes, claims, deletes, or claims and leaves it
// at that: in some round, each of these is what the client with the highest
// token does last.
func (s *storeScene) program(round, client int) []storeOp {
	token := chapter.Token(firstToken + client)
	var (
		read   = storeOp{kind: opRead, key: "k"}
		claim  = storeOp{kind: opClaim, key: "k", token: token}
		remove = storeOp{kind: opDelete, key: "k", token: token}
		one    = storeOp{kind: opWrite, key: "k", token: token, data: fmt.Appendf(nil, "first of %d", token)}
		two    = storeOp{kind: opWrite, key: "k", token: token, data: fmt.Appendf(nil, "second of %d", token)}
	)
	if writersOnly(round) {
		if round%2 == 0 {
			one.data, two.data = []byte("same"), []byte("same")
		}
		if client == 0 {
			return []storeOp{read, one, read}
		}
		return []storeOp{one, two, read}
	}
	switch kind := (round + client) % 4; {
	case kind == 0:
		return []storeOp{read, one, two}
	case kind == 3:
		return []storeOp{claim, read}
	case kind == 1 || s.h.NoDelete:
		return []storeOp{claim, one, claim}
	default:
		return []storeOp{one, remove}
	}
}
