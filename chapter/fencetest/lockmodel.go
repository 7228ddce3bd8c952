package fencetest

import (
	"fmt"

	"example.com/fencing/chapter"
)

// A lockState is all that there is to a name: the highest token granted, and
// whether that grant is live.
type lockState struct {
	last chapter.Token
	live bool
	lost bool // the live grant's token never reached anybody
}

func (l lockState) String() string {
	switch {
	case l.lost:
		return fmt.Sprintf("held under a token above %d", l.last)
	case l.live:
		return fmt.Sprintf("held under token %d", l.last)
	default:
		return fmt.Sprintf("free after token %d", l.last)
	}
}

// lockOrder is the order that a history of calls on one name is held against.
var lockOrder = modelOf(lockModel, lockAnswer{err: errUnderWay})

// lockModel is a lock service that does one thing at a time, and whose leases
// don't run out. It returns the states that op can leave behind if the answer
// was a, and none if a can't be the answer.
func lockModel(l lockState, op lockOp, a lockAnswer) []lockState {
	switch op.kind {
	case opAcquire:
		return l.acquire(a)
	case opRelease:
		return l.release(op.lease.Token, a)
	}
	return nil
}

func (l lockState) acquire(a lockAnswer) []lockState {
	switch {
	case a.outcome() == refused:
		return []lockState{l}
	case a.outcome() == unknown && l.live:
		return []lockState{l}
	case a.outcome() == unknown:
		return []lockState{l, {last: l.last, live: true, lost: true}}
	case !l.live && a.lease.Token > l.last:
		return []lockState{{last: a.lease.Token, live: true}}
	}
	return nil
}

func (l lockState) release(token chapter.Token, a lockAnswer) []lockState {
	current := l.live && !l.lost && token == l.last
	freed := lockState{last: l.last}
	switch {
	case a.outcome() == unknown && current:
		return []lockState{l, freed}
	case a.outcome() == unknown:
		return []lockState{l}
	case a.outcome() == happened && current:
		return []lockState{freed}
	}
	return nil
}
