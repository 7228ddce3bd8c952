package examples_test

import (
	"fmt"
	"time"

	"example.com/fencing/chapter"
)

// Predict: one storage compares versions, another compares tokens. client1
// wakes after client2 has written and tries to write, first with the version
// that it read before its pause, then with one that it reads afresh. Which
// storage refuses which attempt? And if client2 itself writes twice from one
// old read?
func Example_s06_compareAndSet() {
	var clock chapter.Clock
	locks := chapter.NewLockService(clock.Now, 10*time.Second, chapter.FirstToken(33))
	var versioned chapter.VersionedStorage
	var fenced chapter.FencedStorage

	lease1, _ := locks.Acquire("client1")
	_, read1 := versioned.Read()
	clock.Advance(15 * time.Second) // client1 stops to collect garbage

	lease2, _ := locks.Acquire("client2")
	_, read2 := versioned.Read()
	versioned.CompareAndSet("client2 data", read2)
	fenced.Write("client2 data", lease2.Token)

	_, err := versioned.CompareAndSet("client1 stale data", read1)
	fmt.Println("old grant, old read")
	fmt.Println("  compare-and-set:", err)
	fmt.Println("  fence:", fenced.Write("client1 stale data", lease1.Token))

	_, read1 = versioned.Read()
	_, err = versioned.CompareAndSet("client1 stale data", read1)
	fmt.Println("old grant, fresh read")
	fmt.Println("  compare-and-set:", err)
	fmt.Println("  fence:", fenced.Write("client1 stale data", lease1.Token))

	_, err = versioned.CompareAndSet("client2 old plan", read2)
	fmt.Println("latest grant, old read")
	fmt.Println("  compare-and-set:", err)
	fmt.Println("  fence:", fenced.Write("client2 old plan", lease2.Token))

	// The shape is the same: a write guarded by what the storage holds. But
	// compare-and-set refuses the writer whose read is old, and a fence the
	// writer whose grant is old. Each lets in what only the other refuses.

	// Output:
	// old grant, old read
	//   compare-and-set: expected version 0, found 1
	//   fence: token 33 < 34
	// old grant, fresh read
	//   compare-and-set: <nil>
	//   fence: token 33 < 34
	// latest grant, old read
	//   compare-and-set: expected version 0, found 2
	//   fence: <nil>
}
