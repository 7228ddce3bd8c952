package chapter_test

import (
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"example.com/fencing/chapter"
)

// The story with time.Now and real goroutines. The bubble of synctest supplies
// the time, so a minute takes none.
func TestHeartbeatPauseAndTakeover(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		locks := chapter.NewLockService(time.Now, ttl, chapter.FirstToken(33))
		var storage chapter.FencedStorage
		start := time.Now()
		lease1 := acquire(t, locks, "client1")

		var clients sync.WaitGroup
		clients.Go(func() {
			heartbeat := time.NewTicker(ttl / 3)
			defer heartbeat.Stop()
			for time.Since(start) < time.Minute {
				<-heartbeat.C
				renewed, err := locks.Renew(lease1)
				assert.NoError(t, err)
				assert.Equal(t, chapter.Token(33), renewed.Token)
				assert.Equal(t, ttl, time.Until(renewed.Expires))
				assert.NoError(t, storage.Write("client1 data", renewed.Token))
				lease1 = renewed
			}
			time.Sleep(time.Until(lease1.Expires) + time.Second) // the pause
			_, err := locks.Renew(lease1)
			assert.ErrorIs(t, err, chapter.ErrNotHeld)
			assert.ErrorIs(t, locks.Release(lease1), chapter.ErrNotHeld)
			assert.EqualError(t, storage.Write("client1 stale data", lease1.Token), "token 33 < 34")
		})
		clients.Go(func() {
			refusals := 0
			lease2, err := locks.Acquire("client2")
			for err != nil {
				refusals++
				assert.ErrorIs(t, err, chapter.ErrHeld)
				time.Sleep(700 * time.Millisecond)
				lease2, err = locks.Acquire("client2")
			}
			assert.Equal(t, chapter.Token(34), lease2.Token)
			assert.Greater(t, time.Since(start), time.Minute, "client1's heartbeat held the lease")
			assert.Greater(t, refusals, 80)
			assert.NoError(t, storage.Write("client2 data", lease2.Token))
		})
		clients.Wait()
		assert.Equal(t, "client2 data", storage.Read())
	})
}

func TestRealTimeExpiresOnTheDot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		locks := chapter.NewLockService(time.Now, ttl)
		lease := acquire(t, locks, "client1")
		time.Sleep(ttl - 1)
		assert.False(t, lease.Expired(time.Now()))
		assert.True(t, locks.Holds(lease))
		assert.False(t, locks.Free())
		time.Sleep(time.Nanosecond)
		assert.True(t, lease.Expired(time.Now()))
		assert.False(t, locks.Holds(lease))
		assert.True(t, locks.Free())
	})
}
