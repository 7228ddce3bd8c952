package faults

import (
	"fmt"
	"time"

	"example.com/fencing/chapter"
)

// A Kind is what a call asks for.
type Kind string

// The calls that are judged: of a lock service the first, of a storage the others.
const (
	Acquire Kind = "acquire"
	Claim   Kind = "claim"
	Write   Kind = "write"
	Read    Kind = "read"
)

// An Outcome is what a client knows of its call afterwards.
type Outcome string

// The outcomes.
const (
	Done    Outcome = "done"    // it was acknowledged
	Refused Outcome = "refused" // the token was stale, or somebody held the lease
	Unknown Outcome = "unknown" // any other error: it may have happened, or may happen yet
)

// A Call is one line of a run's history, which is about one lease and the one key
// that it guards. Times are counted from the beginning of the run, on one
// monotonic clock.
type Call struct {
	Client     string
	Kind       Kind
	Outcome    Outcome
	Begin, End time.Duration

	// Token is the one that was sent, and of an Acquire the one granted.
	Token chapter.Token

	// Mark is the one that a Read has found, or that a refusal names.
	Mark chapter.Token

	// Data is what a Write has sent, and what a Read or Claim has found: ""
	// if nothing. No two writes of a run send the same.
	Data string

	// Until is when the client that was granted a lease stopped to believe
	// in it: when it gave it back, or when it expired.
	Until time.Duration
}

func (c Call) String() string {
	text := fmt.Sprintf("[%v to %v] %s: %s", c.Begin, c.End, c.Client, c.Kind)
	if c.Token != 0 {
		text += fmt.Sprintf(" token %d", c.Token)
	}
	if c.Data != "" {
		text += fmt.Sprintf(" %q", c.Data)
	}
	text += ": " + string(c.Outcome)
	if c.Mark != 0 {
		text += fmt.Sprintf(", mark %d", c.Mark)
	}
	if c.Until != 0 {
		text += fmt.Sprintf(", until %v", c.Until)
	}
	return text
}
