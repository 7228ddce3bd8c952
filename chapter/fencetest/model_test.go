package fencetest

import (
	"errors"
	"testing"

	"github.com/anishathalye/porcupine"
	"github.com/stretchr/testify/assert"

	"example.com/fencing/chapter"
)

// A played call: who, what, when, and what came back.
type played struct {
	client     int
	op         storeOp
	from, till int64
	answer     storeAnswer
}

func verdictOn(calls ...played) porcupine.CheckResult {
	var h history
	for _, c := range calls {
		h.add(c.client, line{from: c.from, till: c.till}, c.op, c.answer, c.answer.outcome())
	}
	return h.verdict(storeOrder)
}

// TestStoreModel has histories whose verdict one can see by hand.
func TestStoreModel(t *testing.T) {
	write := func(token chapter.Token, data string) storeOp {
		return storeOp{kind: opWrite, key: "k", token: token, data: []byte(data)}
	}
	read := storeOp{kind: opRead, key: "k"}
	claim := storeOp{kind: opClaim, key: "k", token: 34}
	found := func(data string, mark chapter.Token) storeAnswer {
		return storeAnswer{data: []byte(data), mark: mark}
	}
	ok, stale := storeAnswer{}, storeAnswer{err: chapter.ErrStaleToken}
	lost := storeAnswer{err: errors.New("connection reset")}

	for _, test := range []struct {
		name  string
		want  porcupine.CheckResult
		calls []played
	}{
		{"the stale write is refused", porcupine.Ok, []played{
			{34, write(34, "b"), 1, 2, ok}, {33, write(33, "a"), 3, 4, stale}, {0, read, 5, 6, found("b", 34)},
		}},
		{"the stale write is accepted", porcupine.Illegal, []played{
			{34, write(34, "b"), 1, 2, ok}, {33, write(33, "a"), 3, 4, ok},
		}},
		{"the calls overlap, and the older may have come first", porcupine.Ok, []played{
			{34, write(34, "b"), 1, 4, ok}, {33, write(33, "a"), 2, 3, ok}, {0, read, 5, 6, found("b", 34)},
		}},
		{"the calls overlap, and the older has won", porcupine.Illegal, []played{
			{34, write(34, "b"), 1, 4, ok}, {33, write(33, "a"), 2, 3, ok}, {0, read, 5, 6, found("a", 34)},
		}},
		{"the first write is refused", porcupine.Illegal, []played{{33, write(33, "a"), 1, 2, stale}}},
		{"the claim returns what was there before", porcupine.Illegal, []played{
			{33, write(33, "a"), 1, 2, ok}, {34, claim, 3, 4, storeAnswer{}},
		}},
		{"a lost answer, and the write has happened", porcupine.Ok, []played{
			{33, write(33, "a"), 1, 2, lost}, {0, read, 3, 4, found("a", 33)},
		}},
		{"a lost answer, and the write has not happened", porcupine.Ok, []played{
			{33, write(33, "a"), 1, 2, lost}, {0, read, 3, 4, storeAnswer{}},
		}},
		{"a lost answer, and the write happens later", porcupine.Ok, []played{
			{33, write(33, "a"), 1, 2, lost}, {0, read, 3, 4, storeAnswer{}}, {0, read, 5, 6, found("a", 33)},
		}},
		{"a lost answer does not excuse a stale write", porcupine.Illegal, []played{
			{34, write(34, "b"), 1, 2, ok}, {33, write(33, "a"), 3, 4, lost}, {0, read, 5, 6, found("a", 33)},
		}},
	} {
		assert.Equal(t, test.want, verdictOn(test.calls...), test.name)
	}
}

// TestWrong finds the call that is wrong, and whether any overlap until then.
func TestWrong(t *testing.T) {
	ok, stale := storeAnswer{}, storeAnswer{err: chapter.ErrStaleToken}
	write := func(token chapter.Token) storeOp { return storeOp{kind: opWrite, key: "k", token: token} }
	for _, test := range []struct {
		name     string
		wrong    int
		overlaps bool
		calls    []played
	}{
		{"the second is", 1, false, []played{
			{34, write(34), 1, 2, ok}, {33, write(33), 3, 4, ok}, {35, write(35), 5, 6, ok},
		}},
		{"what comes later may overlap", 1, false, []played{
			{34, write(34), 1, 2, ok}, {33, write(33), 3, 4, ok}, {35, write(35), 5, 8, ok}, {36, write(36), 6, 7, ok},
		}},
		{"a call that is under way may have been made", 2, true, []played{
			{35, write(35), 1, 8, stale}, {34, write(34), 2, 3, stale}, {33, write(33), 4, 5, ok},
		}},
	} {
		var h history
		for _, c := range test.calls {
			h.add(c.client, line{from: c.from, till: c.till}, c.op, c.answer, c.answer.outcome())
		}
		wrong := h.wrong(storeOrder)
		assert.Equal(t, test.wrong, wrong, test.name)
		assert.Equal(t, test.overlaps, h.overlaps(wrong), test.name)
	}
}

// TestLockModel likewise.
func TestLockModel(t *testing.T) {
	held := lockState{last: 33, live: true}
	free := lockState{last: 33}
	grant := func(token chapter.Token) lockAnswer { return lockAnswer{lease: chapter.Lease{Token: token}} }
	lost := lockAnswer{err: errors.New("connection reset")}
	acquire := lockOp{kind: opAcquire}
	release := lockOp{kind: opRelease, lease: chapter.Lease{Token: 33}}

	assert.Equal(t, []lockState{{last: 34, live: true}}, lockModel(free, acquire, grant(34)))
	assert.Empty(t, lockModel(free, acquire, grant(33)), "the token again")
	assert.Empty(t, lockModel(free, acquire, grant(32)), "a token drawn before")
	assert.Empty(t, lockModel(held, acquire, grant(34)), "a grant while a lease is live")
	assert.Equal(t, []lockState{held}, lockModel(held, acquire, lockAnswer{err: chapter.ErrHeld}))
	assert.Equal(t, []lockState{free, {last: 33, live: true, lost: true}}, lockModel(free, acquire, lost))
	assert.Equal(t, []lockState{free}, lockModel(held, release, lockAnswer{}))
	assert.Equal(t, []lockState{held, free}, lockModel(held, release, lost))
	assert.Empty(t, lockModel(held, release, lockAnswer{err: chapter.ErrNotHeld}), "a live lease that can't be released")
}
