package filestore

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// Two clients, three keys, every method, and a zombie.
var theStory = []call{
	{"claim", "orders", "", 33},
	{"write", "orders", "client1 data", 33},
	{"write", "users", "user data", 7},
	{"claim", "orders", "", 34},
	{"write", "orders", "client1 stale data", 33},
	{"write", "orders", "client2 data", 34},
	{"delete", "users", "", 7},
	{"delete", "../new", "", 8},
}

// A part of it, for when there are many worlds to play it in.
var thePart = theStory[3:6]

// What goes on after a crash: the zombie tries again, and a newcomer takes over.
var afterwards = []call{
	{"write", "orders", "client1 stale data", 33},
	{"claim", "orders", "", 35},
}

// An explorer plays the scripts one after the other. In each but the last, each
// of the events happens at each operation, and each world that can follow is
// explored in turn.
type explorer struct {
	variant   variant
	events    []event
	worlds    int // that were reached
	different int // of them
	seen      map[string]bool
}

var everything = []event{kill, powerCut, errorInstead, errorAfter}

func explore(v variant, events []event, scripts ...[]call) (*explorer, error) {
	e := &explorer{variant: v, events: events, seen: map[string]bool{}}
	return e, e.explore(newWorld(), scripts)
}

func (e *explorer) explore(w world, scripts [][]call) error {
	e.worlds++
	id := fmt.Sprint(len(scripts), w.allowed, w.disk.fingerprint())
	if e.seen[id] {
		return nil
	}
	e.seen[id] = true
	e.different++
	if len(scripts) == 1 {
		_, _, err := w.run(e.variant, scripts[0], 0, nothing)
		return err
	}
	for _, what := range e.events {
		for at, ended := 1, false; !ended; at++ {
			var after []world
			var err error
			if after, ended, err = w.run(e.variant, scripts[0], at, what); err != nil {
				return err
			}
			for _, next := range after {
				if err := e.explore(next, scripts[1:]); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func TestACrashAtAnyMomentLeavesTheOldStateOrTheNewOne(t *testing.T) {
	e, err := explore(theStore, everything, theStory, afterwards)
	require.NoError(t, err)
	t.Logf("%d worlds after a crash or an error, %d of them different", e.worlds, e.different)
	require.Greater(t, e.different, 100, "the exploration has lost its way")
}

func TestACrashDuringTheRecoveryFromACrashIsNoWorse(t *testing.T) {
	t.Parallel()
	e, err := explore(theStore, everything, thePart, afterwards, afterwards)
	require.NoError(t, err)
	t.Logf("%d worlds after two crashes or errors, %d of them different", e.worlds, e.different)
	require.Greater(t, e.different, 100, "the exploration has lost its way")
}
