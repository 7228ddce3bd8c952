package examples_test

import (
	"fmt"
	"strings"
	"time"

	"example.com/fencing/chapter"
)

// Predict: the storage is fenced, and each client adds a letter to what it has
// read. client1 reads and pauses. client2 is granted the lease and reads. Only
// then does client1 wake and write, before client2's first write. What is
// client1 told, and is its letter there at the end? What changes if client2
// first shows the storage its token, and reads after that?
func Example_s09_claimThenRead() {
	for _, client2Claims := range []bool{false, true} {
		var clock chapter.Clock
		locks := chapter.NewLockService(clock.Now, 10*time.Second, chapter.FirstToken(33))
		var storage chapter.FencedStorage

		lease1, _ := locks.Acquire("client1")
		read1 := storage.Read()
		clock.Advance(15 * time.Second) // client1 stops between its read and its write

		lease2, _ := locks.Acquire("client2")
		if client2Claims {
			storage.Claim(lease2.Token)
		}
		read2 := storage.Read()

		err1 := storage.Write(read1+"A", lease1.Token) // client1 wakes
		err2 := storage.Write(read2+"B", lease2.Token)

		verdict := "accepted"
		if err1 != nil {
			verdict = "refused, " + err1.Error()
		} else if !strings.Contains(storage.Read(), "A") {
			verdict = "accepted, then lost"
		}
		fmt.Println("client2 claims first:", client2Claims)
		fmt.Println("  client1's A:", verdict)
		fmt.Println("  client2's B:", err2)
		fmt.Println("  storage holds:", storage.Read())
	}

	// The fence acts from the moment the newer token has been seen, and without
	// a claim that is client2's first write. So: claim, then read, then write.
	// The claim does not rescue A; it stops A from being acknowledged.

	// Output:
	// client2 claims first: false
	//   client1's A: accepted, then lost
	//   client2's B: <nil>
	//   storage holds: B
	// client2 claims first: true
	//   client1's A: refused, token 33 < 34
	//   client2's B: <nil>
	//   storage holds: B
}
