package main

import (
	"errors"
	"fmt"

	"example.com/fencing/chapter"
)

// A Verdict is what became of the data of a cell.
type Verdict string

const (
	// Corrupted: the late write was accepted, and the storage holds it.
	Corrupted Verdict = "corrupted"
	// Refused: the late write was called stale, and client2's data is there.
	Refused Verdict = "refused"
	// NoToken: the leases carry no token, the fence refuses writes without
	// one, and nobody has written anything.
	NoToken Verdict = "no token: can't be fenced"
	// Unclear: what was seen is none of the three.
	Unclear Verdict = "unclear"
)

// What the clients write.
const (
	draft     = "client2 draft"
	newData   = "client2 data"
	staleData = "client1 stale data"
)

// Seen is all that a verdict is derived from: what was granted, what the storage
// answered, and what another client then reads there.
type Seen struct {
	Token1, Token2 chapter.Token // of client1's lease and of client2's
	New            error         // the answer to client2's writes, nil if they were accepted
	Late           error         // the answer to client1's write
	Holds          string        // empty if there is nothing
	Mark           chapter.Token // 0 in a storage without a fence
}

func (s Seen) verdict() Verdict {
	noTokens := s.Token1 == 0 && s.Token2 == 0
	switch {
	case s.New == nil && s.Late == nil && s.Holds == staleData:
		return Corrupted
	case s.New == nil && errors.Is(s.Late, chapter.ErrStaleToken) && s.Holds == newData &&
		s.Token1 < s.Token2 && s.Mark == s.Token2:
		return Refused
	case noTokens && errors.Is(s.New, chapter.ErrNoToken) && errors.Is(s.Late, chapter.ErrNoToken) && s.Holds == "" && s.Mark == 0:
		return NoToken
	}
	return Unclear
}

// String tells it: for a verdict that is not what it must be.
func (s Seen) String() string {
	return fmt.Sprintf("client1 had token %d and client2 %d; client2's writes: %s; client1's: %s; in the end the storage holds %q, mark %d",
		s.Token1, s.Token2, answer(s.New), answer(s.Late), s.Holds, s.Mark)
}

func answer(err error) string {
	if err == nil {
		return "accepted"
	}
	return err.Error()
}

// mustBe returns the verdict that a cell must have.
func mustBe(fenced, withTokens bool) Verdict {
	switch {
	case !fenced:
		return Corrupted
	case !withTokens:
		return NoToken
	}
	return Refused
}
