package chapter

import (
	"sync/atomic"
	"time"
)

// A Clock is turned by hand. It stands still between calls to Advance, so a
// pause of fifteen seconds takes no time and falls on the same line in every
// run. The zero Clock shows 12:00:00.
//
// Code under test takes a func() time.Time: clock.Now in an experiment,
// [time.Now] in production.
type Clock struct {
	sinceNoon atomic.Int64 // nanoseconds
}

var noon = time.Date(2026, time.January, 1, 12, 0, 0, 0, time.UTC)

// Now returns what the clock shows.
func (c *Clock) Now() time.Time {
	return noon.Add(time.Duration(c.sinceNoon.Load()))
}

// Advance turns the clock forward by d, or back if d is negative, as happens to
// a client's wall clock.
func (c *Clock) Advance(d time.Duration) {
	c.sinceNoon.Add(int64(d))
}
