package fencetest

import (
	"context"
	"errors"
	"fmt"
	"time"

	"example.com/fencing/chapter"
)

const (
	opAcquire opKind = iota
	opRenew
	opRelease
)

// A lockOp is a call to be made on a lock service.
type lockOp struct {
	kind    opKind
	name    string
	holder  string        // Acquire
	attempt string        // Acquire under an attempt id, if not empty
	lease   chapter.Lease // Renew, Release
	ttl     time.Duration
}

func (op lockOp) String() string {
	lease := fmt.Sprintf("token %d of %s", op.lease.Token, op.lease.Holder)
	switch {
	case op.kind == opRenew:
		return fmt.Sprintf("Renew(%q, %s, %v)", op.name, lease, op.ttl)
	case op.kind == opRelease:
		return fmt.Sprintf("Release(%q, %s)", op.name, lease)
	case op.attempt != "":
		return fmt.Sprintf("AcquireAttempt(%q, %q, %q, %v)", op.name, op.holder, op.attempt, op.ttl)
	default:
		return fmt.Sprintf("Acquire(%q, %q, %v)", op.name, op.holder, op.ttl)
	}
}

// call makes the call, on the names that stand for op's in the service.
func (op lockOp) call(ctx context.Context, s *lockerScene, locker Locker, now func() time.Time) (a lockAnswer) {
	name := s.unique(op.name)
	a.called = now()
	switch {
	case op.kind == opRenew:
		a.lease, a.err = locker.Renew(ctx, name, op.lease, op.ttl)
	case op.kind == opRelease:
		a.err = locker.Release(ctx, name, op.lease)
	case op.attempt != "":
		a.lease, a.err = s.h.AcquireAttempt(ctx, name, op.holder, s.unique(op.attempt), op.ttl)
	default:
		a.lease, a.err = locker.Acquire(ctx, name, op.holder, op.ttl)
	}
	a.returned = now()
	return a
}

// A lockAnswer is what came back, and the time before and after.
type lockAnswer struct {
	lease            chapter.Lease
	err              error
	called, returned time.Time
}

// to prints the answer to op.
func (a lockAnswer) to(op lockOp) string {
	switch {
	case a.err != nil:
		return "error: " + a.err.Error()
	case op.kind == opRelease:
		return "ok"
	default:
		left := a.lease.Expires.Sub(a.returned)
		if left > time.Second/10 {
			left = left.Round(time.Millisecond)
		}
		return fmt.Sprintf("token %d of %s, expires in %v", a.lease.Token, a.lease.Holder, left)
	}
}

// outcome is what the answer says about whether the call has happened.
func (a lockAnswer) outcome() outcome {
	if a.err == nil {
		return happened
	}
	for _, refusal := range []error{
		chapter.ErrHeld, chapter.ErrNotHeld, chapter.ErrTTL, chapter.ErrNoHolder, chapter.ErrTokensExhausted,
	} {
		if errors.Is(a.err, refusal) {
			return refused
		}
	}
	return unknown
}
