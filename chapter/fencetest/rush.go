package fencetest

import (
	"fmt"
	"sync"

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
	h := new(history)
	if writersOnly(round) || round%4 < 2 {
		s.as("before").play(s.h.Clients, []storeOp{{kind: opWrite, key: "k", token: 31, data: []byte("same")}}, h)
	}
	programs := make([][]storeOp, s.h.Clients)
	for i := range programs {
		programs[i] = s.program(round, i)
	}
	for _, together := range inStep(programs, writersOnly(round) || round%2 == 0) {
		start := make(chan struct{})
		var clients sync.WaitGroup
		for i, ops := range together {
			client := s.as(fmt.Sprintf("client%d", firstToken+i))
			client.store = handles[i%len(handles)].store
			clients.Go(func() {
				<-start
				client.play(i, ops, h)
			})
		}
		close(start)
		clients.Wait()
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
