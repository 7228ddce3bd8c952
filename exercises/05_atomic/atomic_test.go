package atomic_test

import (
	"math"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/schedule"
	atomic "example.com/fencing/exercises/05_atomic"
	"example.com/fencing/exercises/internal/grade"
)

// Calls that come one at a time need no lock: here only the fence itself is
// looked at, and that the lock is free again after each call.
func TestOneCallAfterTheOther(t *testing.T) {
	defer note(t)
	if text := callsInSequence(); text != "" {
		grade.Fail(t, "%s", text)
	}
}

// The search for orders can't look into a lock that it has not made.
func TestTheStorageMakesNoLockOfItsOwn(t *testing.T) {
	defer note(t)
	if name := ownLock(); name != "" {
		grade.Fail(t, "The storage has a lock of its own, in its field %s.\n=> Use the one that was given to New: the tests know that one only, and run all orders that it leaves possible.", name)
	}
}

func ownLock() string {
	for _, field := range reflect.VisibleFields(reflect.TypeFor[atomic.Storage]()) {
		kind := field.Type
		if kind.Kind() == reflect.Pointer {
			kind = kind.Elem()
		}
		if kind == reflect.TypeFor[sync.Mutex]() || kind == reflect.TypeFor[sync.RWMutex]() {
			return field.Name
		}
	}
	return ""
}

// A scene says which calls each client makes, one after the other. The lower a
// client's number, the older its grant.
type scene [][]string

var scenes = []scene{
	{{"Write"}, {"Write"}},
	{{"Write"}, {"Claim", "Write"}},
	{{"Claim"}, {"Write"}},
	{{"Write", "Write"}, {"Write"}},
	{{"Write"}, {"Claim"}, {"Write"}},
	{{writeNothing}, {"Write"}},
	{{"Write"}, {writeNothing}},
}

// What the numbers are must not matter.
var tokens = [][]chapter.Token{
	{33, 34, 35},
	{7, 4711, 4712},
	{1, math.MaxUint64 - 1, math.MaxUint64},
}

func TestInEveryOrderNoOlderTokenOverwritesANewerOne(t *testing.T) {
	defer note(t)
	if ownLock() != "" {
		t.Skip("waiting for a lock that the search does not know, it would not move on")
	}
	for _, tokens := range tokens {
		for _, scene := range scenes {
			report(t, explore(scene, tokens, (*world).check))
		}
	}
}

func TestNobodyUsesTheDiskWithoutTheLock(t *testing.T) {
	if failed {
		t.Skip("first the tests above: they show what it is good for")
	}
	defer note(t)
	for _, scene := range scenes {
		report(t, explore(scene, tokens[0], func(w *world) error { return w.withoutLock }))
	}
}

func explore(scene scene, tokens []chapter.Token, invariant func(*world) error) *schedule.Report {
	return schedule.Explore(func(run *schedule.Run) {
		w := build(run, scene, tokens)
		run.Check(func() error { return invariant(w) })
	}, schedule.MaxSchedules(50_000))
}

// report tells what the search has found. Where the search hangs, it knows no
// more than that; a lock that it cannot see is by far the likeliest reason.
func report(t *testing.T, r *schedule.Report) {
	t.Helper()
	if len(r.Findings) == 0 || !strings.Contains(r.Findings[0].Err.Error(), "See schedule.Mutex") {
		grade.Report(t, r)
		return
	}
	grade.Fail(t, "A client is kept waiting between two calls of the disk, and another one's call does not come back: the search for orders stands still.\n"+
		"Does it wait for a lock that the tests cannot see, a variable of the package, or a channel? Or does it loop for ever?\n"+
		"=> Use the lock that New was given, and make no other.")
}

var failed bool // one of the tests so far

func note(t *testing.T) { failed = failed || t.Failed() || t.Skipped() }

// Run this with -race, too: the disk has no lock of its own, so the race
// detector sees each call of it that yours does not guard.
func TestManyGoroutines(t *testing.T) {
	if failed {
		t.Skip("first the tests above: goroutines show less, and can wait for a lock for ever")
	}
	const clients, rounds = 8, 50
	disk := &memoryDisk{}
	storage := atomic.New(disk, &sync.Mutex{})
	var busy sync.WaitGroup
	for i := range clients {
		busy.Go(func() {
			for round := range rounds {
				token := chapter.Token(round*clients + i + 1)
				_, _ = storage.Claim(token)
				_ = storage.Write(dataOf(token), token)
			}
		})
	}
	done := make(chan struct{})
	go func() { busy.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(10 * time.Second): // only where somebody waits for ever
		grade.Fail(t, "%d goroutines write, and after ten seconds they still wait.\n=> Does every call give the lock back?", clients)
	}
	if want := (memoryDisk{clients * rounds, dataOf(clients * rounds)}); *disk != want {
		grade.Fail(t, "%d goroutines have written, with tokens up to %d.\n=> In the end the disk must hold mark %d and data %q, and holds mark %d and data %q.",
			clients, want.mark, want.mark, want.data, disk.mark, disk.data)
	}
}
