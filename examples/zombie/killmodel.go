//go:build unix

package main

import (
	"fmt"

	"example.com/fencing/chapter"
)

// A model knows what the storage may hold: what it has acknowledged last, or
// what was on its way when it was killed. A write whose answer is lost may have
// landed or not, and only the next look tells.
type model struct {
	data string
	mark chapter.Token

	sentData string
	sent     chapter.Token // of the write that is on its way, 0 if none is
}

func (m *model) send(data string, token chapter.Token) { m.sentData, m.sent = data, token }

func (m *model) acknowledge() { *m = model{data: m.sentData, mark: m.sent} }

// found takes what a look at the storage has shown. It reports whether a write
// without an answer has landed, and returns an error if the storage holds what
// it may not.
func (m *model) found(data string, mark chapter.Token) (landed bool, err error) {
	switch {
	case m.sent != 0 && data == m.sentData && mark == m.sent:
		m.acknowledge()
		return true, nil
	case data == m.data && mark == m.mark:
		m.sentData, m.sent = "", 0
		return false, nil
	}
	want := fmt.Sprintf("%q under mark %d", m.data, m.mark)
	if m.sent != 0 {
		want += fmt.Sprintf(", or %q under mark %d", m.sentData, m.sent)
	}
	return false, fmt.Errorf("the storage holds %q under mark %d: want %s", data, mark, want)
}

// A killSummary counts what a kill run has gone through.
type killSummary struct {
	between, during int // kills
	acknowledged    int // writes
	unknown, landed int // writes without an answer, and those of them that had landed
	stale           int // late writes that were tried, and refused
	refusal         string
}

func (s killSummary) String() string {
	return fmt.Sprintf(`kills with SIGKILL     %5d  %d between two writes, %d during one
writes acknowledged    %5d  none of them lost
writes without answer  %5d  %d had landed, %d had not
late writes tried      %5d  none of them accepted
client1, frozen before the first kill and woken after the last, was told:
%s

Mark and data have survived each kill together.
The zombie is still refused.
`, s.between+s.during, s.between, s.during, s.acknowledged, s.unknown, s.landed, s.unknown-s.landed, s.stale, s.refusal)
}
