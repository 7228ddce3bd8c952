package renewal_test

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"example.com/fencing/chapter"
	renewal "example.com/fencing/exercises/04_renewal"
	"example.com/fencing/exercises/internal/grade"
)

// A renewerFunc is a lock service that does what the function does.
type renewerFunc func(l chapter.Lease) (chapter.Lease, error)

func (f renewerFunc) Renew(l chapter.Lease) (chapter.Lease, error) { return f(l) }

// doesNotSleep beats three times, the last time in vain, in a bubble, whose time
// moves only if somebody sleeps. Whether the heartbeat is right otherwise, the
// other tests ask.
func doesNotSleep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start, calls := time.Now(), 0
		check := func() {
			if slept := time.Since(start); slept > 0 {
				grade.Fail(t, "Heartbeat lets %v pass by itself. It need not know how long to wait: wait does the waiting, and returns when the next renewal is due.", slept)
			}
			if calls++; calls > 100 {
				t.SkipNow()
			}
		}
		renew := func(l chapter.Lease) (chapter.Lease, error) {
			if check(); calls < 6 {
				return l, nil
			}
			return chapter.Lease{}, chapter.ErrNotHeld
		}
		wait := func() bool { check(); return calls <= 6 }
		_ = renewal.Heartbeat(chapter.Lease{Holder: "client1", Token: 33}, renewerFunc(renew), wait)
		check()
	})
}

// beatsForLong lets the holder work for a hundred beats.
func beatsForLong(t *testing.T) {
	const beats = 100
	waited, renewed := 0, 0
	err := renewal.Heartbeat(chapter.Lease{Holder: "client1", Token: 33}, renewerFunc(func(l chapter.Lease) (chapter.Lease, error) {
		renewed++
		return l, nil
	}), func() bool {
		if waited++; waited > beats+1 {
			grade.Fail(t, "The holder has finished its work, and the heartbeat goes on.")
		}
		return waited <= beats
	})
	if err != nil || renewed != beats {
		grade.Fail(t, "The holder works for %d beats, and every renewal succeeds. The lease was renewed %d times, and Heartbeat returns: %v.", beats, renewed, err)
	}
}

// anyError lets a renewal fail without a word about the lease.
func anyError(t *testing.T) {
	refused, failed, beats := errors.New("connection refused"), false, 0
	goesOn := func() {
		if failed {
			grade.Fail(t, "A renewal fails with the error %q, and the heartbeat goes on. Whatever the error: Heartbeat returns it, and renews and waits no more.", refused)
		}
	}
	err := renewal.Heartbeat(chapter.Lease{Holder: "client1", Token: 33}, renewerFunc(func(l chapter.Lease) (chapter.Lease, error) {
		goesOn()
		if beats == 2 {
			failed = true
			return chapter.Lease{}, refused
		}
		return l, nil
	}), func() bool {
		goesOn()
		beats++
		return beats <= 3
	})
	if !errors.Is(err, refused) {
		grade.Fail(t, "A renewal fails with the error %q, and Heartbeat returns: %v. Return the error of Renew.", refused, err)
	}
}
