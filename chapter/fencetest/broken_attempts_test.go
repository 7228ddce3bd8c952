package fencetest

import (
	"context"
	"sync"
	"time"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/keyed"
)

// withAttempts is a harness for a good lock table whose attempt ids are not.
func withAttempts(acquire func(t *keyed.LockTable, granted map[string]chapter.Lease, name, holder, attempt string, ttl time.Duration) (chapter.Lease, error)) LockerHarness {
	clock := new(chapter.Clock)
	table := keyed.NewLockTable(clock.Now)
	var mu sync.Mutex
	granted := map[string]chapter.Lease{}
	h := wholeLocker(clock, table)
	h.AcquireAttempt = func(_ context.Context, name, holder, attempt string, ttl time.Duration) (chapter.Lease, error) {
		mu.Lock()
		defer mu.Unlock()
		l, err := acquire(table, granted, name, holder, attempt, ttl)
		if err == nil {
			granted[attempt] = l
		}
		return l, err
	}
	return h
}

// newRetryGranted frees what the attempt holds and grants it once more.
func newRetryGranted() LockerHarness {
	return withAttempts(func(t *keyed.LockTable, granted map[string]chapter.Lease, name, holder, attempt string, ttl time.Duration) (chapter.Lease, error) {
		t.Release(context.Background(), name, granted[attempt])
		return t.Acquire(context.Background(), name, holder, ttl)
	})
}

// newRetryRefused does not look at the attempt id.
func newRetryRefused() LockerHarness {
	return withAttempts(func(t *keyed.LockTable, _ map[string]chapter.Lease, name, holder, _ string, ttl time.Duration) (chapter.Lease, error) {
		return t.Acquire(context.Background(), name, holder, ttl)
	})
}

// newRetryAsBefore grants the lease under its old number once it is free.
func newRetryAsBefore() LockerHarness {
	return withAttempts(func(t *keyed.LockTable, granted map[string]chapter.Lease, name, holder, attempt string, ttl time.Duration) (chapter.Lease, error) {
		old, sent := granted[attempt]
		if l, err := t.Renew(context.Background(), name, old, ttl); sent && err == nil {
			return l, nil
		}
		l, err := t.Acquire(context.Background(), name, holder, ttl)
		if sent {
			l.Token = old.Token
		}
		return l, err
	})
}

// newRetryAnew takes it for a new attempt.
func newRetryAnew() LockerHarness {
	return withAttempts(func(t *keyed.LockTable, granted map[string]chapter.Lease, name, holder, attempt string, ttl time.Duration) (chapter.Lease, error) {
		if l, err := t.Renew(context.Background(), name, granted[attempt], ttl); err == nil {
			return l, nil
		}
		return t.Acquire(context.Background(), name, holder, ttl)
	})
}

// newRetryReplayed sends the old reply once more.
func newRetryReplayed() LockerHarness {
	return withAttempts(func(t *keyed.LockTable, granted map[string]chapter.Lease, name, holder, attempt string, ttl time.Duration) (chapter.Lease, error) {
		if l, ok := granted[attempt]; ok {
			return l, nil
		}
		return t.Acquire(context.Background(), name, holder, ttl)
	})
}
