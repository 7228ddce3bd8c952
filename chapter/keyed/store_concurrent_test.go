package keyed_test

import (
	"context"
	"errors"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"

	"example.com/fencing/chapter"
)

// Whatever the order of arrival, the highest token has the last word at each
// key, and whoever has had its turn, accepted or refused, reads nothing older.
// (In the goroutines there are no assertions unless something is wrong, and no
// context that can be cancelled: both take locks, and so hide a race.)
func TestOfManyWritersTheHighestTokenHasTheLastWord(t *testing.T) {
	const writers, writes = 4, 300
	keys := []string{"orders", "users"}
	onBothStores(t, func(t *testing.T, s store) {
		ctx := context.Background()
		var granted atomic.Uint64
		inParallel(writers, func(int) {
			var seen [2]chapter.Token
			for range writes {
				token := granted.Add(1)
				for i, key := range keys {
					if err := s.Write(ctx, key, strconv.AppendUint(nil, token, 10), chapter.Token(token)); err != nil && !errors.Is(err, chapter.ErrStaleToken) {
						t.Error(err)
					}
					read, mark, err := s.Read(ctx, key)
					if err != nil {
						t.Error(err)
					}
					if data, err := strconv.ParseUint(string(read), 10, 64); err != nil || data < token || chapter.Token(data) != mark {
						t.Errorf("after its turn, token %d reads %q under mark %d, error %v", token, read, mark, err)
					}
					if mark < seen[i] {
						t.Errorf("the mark went back from %d to %d", seen[i], mark)
					}
					seen[i] = mark
				}
			}
		})
		for _, key := range keys {
			assertStored(t, s, key, []byte(strconv.Itoa(writers*writes)), writers*writes)
		}
	})
}

// A claim that is let through reads what no lower token can change any more,
// so holders who claim, read and then write lose none of each other's updates
// that were accepted before the claim.
func TestClaimThenReadLosesNoUpdate(t *testing.T) {
	const holders, updates = 4, 300
	onBothStores(t, func(t *testing.T, s store) {
		ctx := context.Background()
		var granted atomic.Uint64
		var accepted atomic.Int64
		inParallel(holders, func(int) {
			for range updates { // each under a grant of its own, overlapping the others
				token := chapter.Token(granted.Add(1))
				read, err := s.Claim(ctx, "count", token)
				if err != nil {
					continue
				}
				count, _ := strconv.Atoi(string(read)) // none counts as 0
				if s.Write(ctx, "count", strconv.AppendInt(nil, int64(count+1), 10), token) == nil {
					accepted.Add(1)
				}
			}
		})
		read, _, err := s.Read(ctx, "count")
		assert.NoError(t, err)
		assert.Equal(t, strconv.FormatInt(accepted.Load(), 10), string(read))
	})
}

// The older holder writes without a pause, and its successor breaks in.
// Wherever it does, nothing older lands after it.
func TestNothingOlderLandsAfterTheSuccessorsFirstWrite(t *testing.T) {
	const rounds = 100
	onBothStores(t, func(t *testing.T, s store) {
		ctx := context.Background()
		var begun atomic.Uint64
		for round := range uint64(rounds) {
			older := chapter.Token(2*round + 1)
			inParallel(2, func(i int) {
				if i == 0 {
					for n := 1; s.Write(ctx, "orders", []byte("older"), older) == nil; n++ {
						begun.Store(round + 1)
						if n%200 == 0 {
							runtime.Gosched()
						}
					}
					return
				}
				for begun.Load() <= round {
					runtime.Gosched()
				}
				if err := s.Write(ctx, "orders", []byte("successor"), older+1); err != nil {
					t.Error(err)
				}
			})
			assertStored(t, s, "orders", []byte("successor"), older+1)
		}
	})
}

// inParallel runs n goroutines, releases them all at once and waits for them.
func inParallel(n int, run func(i int)) {
	var ready, done sync.WaitGroup
	ready.Add(n)
	for i := range n {
		done.Go(func() {
			ready.Done()
			ready.Wait()
			run(i)
		})
	}
	done.Wait()
}
