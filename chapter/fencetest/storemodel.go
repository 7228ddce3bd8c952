package fencetest

import (
	"fmt"

	"example.com/fencing/chapter"
)

// A keyState is all that there is to a fenced key: what it holds, and the mark.
type keyState struct {
	data   string
	exists bool
	mark   chapter.Token
}

func (k keyState) String() string {
	if !k.exists {
		return fmt.Sprintf("no data, mark %d", k.mark)
	}
	return fmt.Sprintf("%q, mark %d", k.data, k.mark)
}

func (k keyState) holds(data []byte) bool {
	return k.exists == (data != nil) && k.data == string(data)
}

// after is the key once op has happened.
func (k keyState) after(op storeOp) keyState {
	switch op.kind {
	case opClaim:
		k.mark = op.token
	case opWrite:
		k = keyState{data: string(op.data), exists: true, mark: op.token}
	case opDelete:
		k = keyState{mark: op.token}
	}
	return k
}

// storeOrder is the order that a history of calls on one key is held against.
var storeOrder = modelOf(storeModel, storeAnswer{err: errUnderWay})

// storeModel is a fenced key that does one thing at a time. It returns the
// states that op can leave behind if the answer was a, and none if a can't be
// the answer.
func storeModel(k keyState, op storeOp, a storeAnswer) []keyState {
	if op.kind == opRead {
		if a.err != nil || k.holds(a.data) && k.mark == a.mark {
			return []keyState{k}
		}
		return nil
	}
	passes := op.token >= k.mark
	switch a.outcome() {
	case refused:
		if !passes {
			return []keyState{k}
		}
	case happened:
		if passes && (op.kind != opClaim || k.holds(a.data)) {
			return []keyState{k.after(op)}
		}
	case unknown:
		if passes {
			return []keyState{k, k.after(op)}
		}
		return []keyState{k}
	}
	return nil
}
