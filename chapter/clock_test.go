package chapter_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"example.com/fencing/chapter"
)

func TestClockStandsStillUntilItIsTurned(t *testing.T) {
	var clock chapter.Clock
	shows := func(want string) {
		t.Helper()
		assert.Equal(t, want, clock.Now().Format("15:04:05.999999999"))
	}

	shows("12:00:00")
	shows("12:00:00")
	clock.Advance(15 * time.Second)
	shows("12:00:15")
	clock.Advance(time.Nanosecond)
	shows("12:00:15.000000001")
	clock.Advance(0)
	shows("12:00:15.000000001")
	clock.Advance(-time.Minute)
	shows("11:59:15.000000001")
}

func TestClocksAreTurnedApart(t *testing.T) {
	var server, client chapter.Clock
	server.Advance(10 * time.Second)
	assert.Equal(t, 10*time.Second, server.Now().Sub(client.Now()))
}

func TestClockTurnedByManyGoroutinesLosesNoTurn(t *testing.T) {
	const goroutines, turns = 4, 50_000
	var clock chapter.Clock
	start := clock.Now()
	inParallel(goroutines, func(int) {
		for range turns {
			clock.Advance(time.Second)
		}
	})
	assert.Equal(t, goroutines*turns*time.Second, clock.Now().Sub(start))
}
