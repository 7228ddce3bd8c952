package fencetest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter"
)

// TestMain sees to it that the tests leave no drawings behind: only a test that
// fails does, and none of these should.
func TestMain(m *testing.M) {
	if os.Getenv(inChild) != "" {
		os.Exit(m.Run())
	}
	tmp, err := os.MkdirTemp("", "proof-")
	if err != nil {
		panic(err)
	}
	for _, name := range []string{"TMPDIR", "TMP", "TEMP"} {
		os.Setenv(name, tmp)
	}
	if runtime.GOOS == "windows" {
		// filestore holds its lock file there without sharing it, so that
		// the sample's os.CopyFS can't read it.
		fmt.Fprintln(os.Stderr, "skipped on Windows: TestMyStore copies a folder whose lock file is held open")
		flag.Parse()
		skip := "^TestMyStore$"
		if asked := flag.Lookup("test.skip").Value.String(); asked != "" {
			skip += "|" + asked
		}
		flag.Set("test.skip", skip)
	}
	code := m.Run()
	left, _ := filepath.Glob(filepath.Join(tmp, "fencetest-*"))
	if code == 0 && len(left) > 0 {
		fmt.Fprintln(os.Stderr, "left behind:", left)
		os.Exit(1)
	}
	if code == 0 {
		os.RemoveAll(tmp)
	}
	os.Exit(code)
}

// A brokenThing goes wrong in one way, and must fail these checks and no other.
// The most telling one comes first: its message stands in the documentation.
type brokenThing[H any] struct {
	name    string
	harness func() H
	fails   []string
}

func TestBrokenStores(t *testing.T) {
	for _, broken := range brokenStores {
		t.Run(broken.name, func(t *testing.T) {
			t.Parallel()
			failed := failedChecks(t, storeChecks, func() (*storeScene, error) {
				return newStoreScene(broken.harness(), proving(t, broken.fails))
			})
			requireExactly(t, broken.fails, failed)
			requireRace(t, "atomic", broken.fails, failed)
		})
	}
}

func TestBrokenLockers(t *testing.T) {
	for _, broken := range brokenLockers {
		t.Run(broken.name, func(t *testing.T) {
			t.Parallel()
			failed := failedChecks(t, lockerChecks, func() (*lockerScene, error) {
				return newLockerScene(broken.harness(), proving(t, broken.fails))
			})
			requireExactly(t, broken.fails, failed)
			requireRace(t, "grant-order", broken.fails, failed)
		})
	}
}

// requireRace says that what is wrong in every order is not told as a race, and
// that a race is. Only a race fails the check of races first.
func requireRace(t *testing.T, check string, fails []string, failed map[string]*verdict) {
	t.Helper()
	v := failed[check]
	if v == nil || slices.Contains(fails, "grant") { // the first token of all comes only once, and not again one at a time
		return
	}
	if strings.Contains(v.Error(), ": wrong even one call at a time") == (fails[0] == check) {
		t.Errorf("is a race: %v, and the story is\n%v", fails[0] == check, v)
	}
}

// TestEveryCheckHasItsBrokenThing says of each check that something fails it: a
// check that nothing fails may be checking nothing.
func TestEveryCheckHasItsBrokenThing(t *testing.T) {
	require.Empty(t, unproven(storeChecks, brokenStores), "store checks that no broken store fails")
	require.Empty(t, unproven(lockerChecks, brokenLockers), "locker checks that no broken lock service fails")
}

func unproven[S scene, H any](checks []check[S], broken []brokenThing[H]) (names []string) {
	for _, c := range checks {
		if !slices.ContainsFunc(broken, func(b brokenThing[H]) bool { return slices.Contains(b.fails, c.name) }) {
			names = append(names, c.name)
		}
	}
	return names
}

// proving returns the settings for a thing that fails these checks. Rounds and keys go
// by number and not by time, so that a verdict does not depend on the machine. What
// is to fail fails in one of the first few: a broken thing sees to it that calls
// meet, as far as the scheduler lets it.
func proving(t *testing.T, fails []string) settings {
	with := settings{rounds: 12, enough: time.Hour, keys: 20, crowded: time.Hour, drawing: drawingIn(t)}
	if slices.Contains(fails, "many-keys") {
		with.keys = 0 // as for everybody
	}
	if slices.Contains(fails, "atomic") || slices.Contains(fails, "grant-order") {
		with.rounds = 500
	}
	return with
}

// drawingIn leaves nothing behind.
func drawingIn(t *testing.T) func() (*os.File, error) {
	return func() (*os.File, error) { return createNew(t.TempDir(), "drawing") }
}

func failedChecks[S scene](t *testing.T, checks []check[S], open func() (S, error)) map[string]*verdict {
	played, failed := results{}, map[string]*verdict{}
	for _, c := range checks {
		s, err := open()
		require.NoError(t, err)
		if c.missing(s) != "" {
			continue
		}
		v := c.examine(s)
		played[c.name] = v
		if v != nil && elsewhere(v, played, checks, open) == "" {
			failed[c.name] = v
		}
	}
	return failed
}

func requireExactly(t *testing.T, want []string, failed map[string]*verdict) {
	t.Helper()
	var got, stories []string
	for name, v := range failed {
		got = append(got, name)
		if !slices.Contains(want, name) {
			stories = append(stories, v.Error())
		}
	}
	slices.Sort(got)
	want = slices.Sorted(slices.Values(want))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("checks that it must fail (-) and that it fails (+):\n%s\n%s", diff, strings.Join(stories, "\n\n"))
	}
}

// wholeStore is a harness in which no check is skipped but that of a declared
// limit: the store is its own second handle, and what is left of it.
func wholeStore(s Store) StoreHarness {
	same := func() (Store, error) { return s, nil }
	return StoreHarness{Store: s, Reopen: same, Another: same, Advance: new(chapter.Clock).Advance}
}

// wholeLocker is a harness in which no check is skipped but those of attempt
// ids.
func wholeLocker(clock *chapter.Clock, l Locker) LockerHarness {
	same := func() (Locker, error) { return l, nil }
	return LockerHarness{
		Locker: l, Reopen: same, Another: same,
		Advance: clock.Advance, Now: clock.Now,
	}
}
