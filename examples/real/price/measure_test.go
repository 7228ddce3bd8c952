package main

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/fencetest"
	"example.com/fencing/examples/real/internal/systems"
)

// A ledger is a storage that remembers what was written to it.
type ledger struct {
	kinds  string // p for a plain write, f for a fenced one
	data   map[string]bool
	tokens map[chapter.Token]int
	full   bool
}

var errFull = errors.New("no space left")

func (l *ledger) write(kind string, data []byte) error {
	l.kinds += kind
	l.data[string(data)] = true
	if l.full {
		return errFull
	}
	return nil
}

type plainLedger struct {
	systems.Plain
	*ledger
}

func (l plainLedger) Write(_ context.Context, _ string, data []byte) error {
	return l.write("p", data)
}

type fencedLedger struct {
	fencetest.Store
	*ledger
}

func (l fencedLedger) Write(_ context.Context, _ string, data []byte, token chapter.Token) error {
	l.tokens[token]++
	return l.write("f", data)
}

func newLedger(t *testing.T) (*ledger, *meter) {
	l := &ledger{data: make(map[string]bool), tokens: make(map[chapter.Token]int)}
	m, err := newMeter(t.Context(), &systems.System{Client: systems.Client{Plain: plainLedger{ledger: l}, Store: fencedLedger{ledger: l}}})
	require.NoError(t, err)
	return l, m
}

func TestTheKindsTakeTurns(t *testing.T) {
	l, m := newLedger(t)
	l.kinds = ""
	require.NoError(t, m.run(t.Context()))
	require.NoError(t, m.run(t.Context()))
	assert.Equal(t, "pffppffp", l.kinds)
	assert.Len(t, m.rounds, 2)
}

func TestNoTwoWritesHaveTheSameData(t *testing.T) {
	l, m := newLedger(t)
	for range 100 {
		require.NoError(t, m.run(t.Context()))
	}
	assert.Len(t, l.data, len(l.kinds))
	for data := range l.data {
		require.Len(t, data, 100)
	}
}

func TestAGrantLastsForAHundredWrites(t *testing.T) {
	l, m := newLedger(t)
	for range 100 {
		require.NoError(t, m.run(t.Context()))
	}
	assert.Equal(t, map[chapter.Token]int{33: 100, 34: 100, 35: 1}, l.tokens, "and one to warm up")
}

func TestARoundThatFailsIsNone(t *testing.T) {
	l, m := newLedger(t)
	l.full = true
	assert.ErrorIs(t, m.run(t.Context()), errFull)
	assert.Empty(t, m.rounds)
	m.system.RoundTrips = func(f func()) int { f(); return 1 }
	m.rounds = []round{{1, 1}}
	_, err := m.price(t.Context())
	assert.ErrorIs(t, err, errFull)
}
