package fencetest

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"
)

// A mishap is what a call did instead of returning.
type mishap struct {
	what  string
	stack string
	hung  bool // the call is still running
}

// guard makes one call and comes back whatever the call does: it gives the call
// a context with a deadline, catches its panic, and leaves it behind if it is
// still not back when twice the time is up.
func guard[R any](ctx context.Context, timeout time.Duration, call func(context.Context) R) (R, *mishap) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()

	type outcome struct {
		result R
		mishap *mishap
	}
	done := make(chan outcome, 1) // room for an answer that nobody waits for any more
	go func() {
		// What holds if neither return nor panic follows.
		o := outcome{mishap: &mishap{what: "ended its goroutine: runtime.Goexit, or FailNow of a test"}}
		defer func() {
			if p := recover(); p != nil {
				o.mishap = &mishap{what: fmt.Sprintf("panic: %v", p), stack: string(debug.Stack())}
			}
			done <- o
		}()
		result := call(ctx)
		o = outcome{result: result}
	}()

	late := time.NewTimer(2 * timeout)
	defer late.Stop()
	select {
	case o := <-done:
		return o.result, o.mishap
	case <-late.C:
		var none R
		return none, &mishap{
			what: fmt.Sprintf("no answer in %v, though its context was over after %v", 2*timeout, timeout),
			hung: true,
		}
	}
}
