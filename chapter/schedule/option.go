package schedule

import (
	"fmt"
	"time"
)

// An Option sets a bound of a search, or what counts as a failure in it.
type Option func(*settings)

type settings struct {
	maxSchedules    int
	maxSteps        int
	allowIncomplete bool
	allowWaiting    bool
	progress        func(schedules int)
	tick            time.Duration
}

func newSettings(options []Option) settings {
	s := settings{maxSchedules: 1_000_000, maxSteps: 1000, tick: tick}
	for _, option := range options {
		option(&s)
	}
	return s
}

// MaxSchedules ends the search after n schedules, if there are more of them.
// Without it the search ends after a million. A search that ended early is not
// complete, and [Report.Err] says so, unless [AllowIncomplete] is given too.
func MaxSchedules(n int) Option {
	if n < 1 {
		panic("schedule: MaxSchedules needs room for one schedule")
	}
	return func(s *settings) { s.maxSchedules = n }
}

// MaxSteps sets how many steps a schedule may have, of all processes together.
// Without it a schedule may have 1000. A schedule with more is taken for one
// that never ends, which is a failure, unless [AllowIncomplete] is given too.
func MaxSteps(n int) Option {
	if n < 1 {
		panic("schedule: MaxSteps needs room for one step")
	}
	if n > mostSteps {
		panic(fmt.Sprintf("schedule: MaxSteps can be %d at most", mostSteps))
	}
	return func(s *settings) { s.maxSteps = n }
}

// AllowIncomplete asks for no more than what the bounds allow: a search that
// ends at [MaxSchedules] is no error, and a schedule that reaches [MaxSteps] is
// left there, unchecked, and the search goes on with the next. The report says
// all the same what was left out.
func AllowIncomplete() Option {
	return func(s *settings) { s.allowIncomplete = true }
}

// AllowWaiting says that a process may wait for ever. A schedule in which
// nobody can go on then is an end like any other, judged by the invariant,
// instead of a deadlock. It suits a world that stops in the middle: a client
// may still be waiting for a lease when the clock has ticked its last.
func AllowWaiting() Option {
	return func(s *settings) { s.allowWaiting = true }
}

// Progress has report called about once a second with the number of schedules
// begun so far. It is called by the goroutine that called [Explore], so it may
// use a *testing.T; the world runs in another one at the same time.
func Progress(report func(schedules int)) Option {
	return func(s *settings) { s.progress = report }
}
