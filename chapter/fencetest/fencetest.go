package fencetest

import (
	"errors"
	"testing"
)

// TestStore runs the suite for stores, each check as a subtest of its own.
//
// The harness is made anew for every check. It may hold the same store each
// time, also one that other people use: no check touches a key that another has
// touched, in this run or an earlier one. It leaves its keys behind, some thousand
// in each run.
func TestStore(t *testing.T, newHarness func(t *testing.T) StoreHarness) {
	t.Helper()
	test(t, storeChecks, func(t *testing.T) (*storeScene, error) {
		return newStoreScene(newHarness(t), settings{drawing: drawingOf(t)})
	})
}

// TestLocker runs the suite for lock services, each check as a subtest of its
// own. The harness is made anew for every check; as with [TestStore] it may hold
// the same service each time.
func TestLocker(t *testing.T, newHarness func(t *testing.T) LockerHarness) {
	t.Helper()
	test(t, lockerChecks, func(t *testing.T) (*lockerScene, error) {
		return newLockerScene(newHarness(t), settings{drawing: drawingOf(t)})
	})
}

// CheckStore is [TestStore] outside of a test. It returns the stories of the
// checks that failed, joined into one error, and nil if none did. What does not
// apply it skips, and there is nobody whom it could tell: nil says nothing about
// what the harness has declared or left out. TestStore names it.
func CheckStore(newHarness func() StoreHarness) error {
	return examineAll(storeChecks, func() (*storeScene, error) {
		return newStoreScene(newHarness(), settings{})
	})
}

// CheckLocker is [TestLocker] outside of a test, or inside the bubble of
// [testing/synctest], where a lock service that goes by [time.Now] is tested
// without waiting. Like CheckStore it skips in silence.
func CheckLocker(newHarness func() LockerHarness) error {
	return examineAll(lockerChecks, func() (*lockerScene, error) {
		return newLockerScene(newHarness(), settings{})
	})
}

// test runs the checks as subtests, each on a scene of its own. It stops at a
// call that never came back: every further one would take its full time as well.
func test[S scene](t *testing.T, checks []check[S], open func(*testing.T) (S, error)) {
	t.Helper()
	halted, played := "", results{}
	for _, c := range checks {
		t.Run(c.name, func(t *testing.T) {
			if halted != "" {
				t.Skip(halted)
			}
			s, err := open(t)
			if err != nil {
				halted = "not run: the harness is not complete"
				t.Fatal(err)
			}
			if why := c.missing(s); why != "" {
				t.Skip(why)
			}
			failed := c.examine(s)
			played[c.name] = failed
			if failed != nil {
				if failed.hung {
					halted = "not run: an earlier call never came back"
				}
				if see := elsewhere(failed, played, checks, func() (S, error) { return open(t) }); see != "" {
					t.Skipf("ended early, since %s fails as well: see there", see)
				}
				t.Errorf("%v\n(Names in the system begin with %q.)", failed, s.names())
			}
		})
	}
}

// examineAll is test outside of one.
func examineAll[S scene](checks []check[S], open func() (S, error)) error {
	var failures []error
	played := results{}
	for _, c := range checks {
		s, err := open()
		if err != nil {
			return err
		}
		if c.missing(s) != "" {
			continue
		}
		failed := c.examine(s)
		played[c.name] = failed
		if failed != nil && elsewhere(failed, played, checks, open) == "" {
			failures = append(failures, failed)
			if failed.hung {
				break
			}
		}
	}
	return errors.Join(failures...)
}
