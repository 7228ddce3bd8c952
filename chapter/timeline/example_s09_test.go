package timeline_test

import (
	"fmt"
	"time"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/timeline"
)

// Each client reads and writes back what it read and a letter more. client2
// reads before client1 wakes: the fence has not seen token 34 yet. What changes
// if client2 shows it as it reads?
func Example_s09_claimThenRead() {
	for _, client2Claims := range []bool{false, true} {
		var clock chapter.Clock
		rec := timeline.New(clock.Now)
		locks := rec.LockService("lock service", chapter.NewLockService(clock.Now, 10*time.Second, chapter.FirstToken(33)))
		storage := rec.FencedStorage("storage", &chapter.FencedStorage{})
		client1, client2 := storage.From("client1"), storage.From("client2")

		lease1, _ := locks.Acquire("client1")
		read1 := client1.Read()
		rec.Pause("client1", "GC pause")

		clock.Advance(15 * time.Second)
		lease2, _ := locks.Acquire("client2")
		read2 := ""
		if client2Claims {
			read2, _ = client2.Claim(lease2.Token)
		} else {
			read2 = client2.Read()
		}

		rec.Wake("client1")
		client1.Write(read1+"A", lease1.Token)
		client2.Write(read2+"B", lease2.Token)
		fmt.Printf("%v\n\n", rec)
	}
	// Output:
	// time      lock    client1 client2 storage
	//           service
	// 12:00:00  ●──33──►│                       lock service grants 33 to client1
	//                   │                       until 12:00:10
	//                   ●◄──────────────●       client1 reads nothing
	//                   ●                       client1 stops: GC pause
	// 12:00:10          ×                       lease 33 of client1 is over
	// 12:00:15  ●──34───┊──────►│               lock service grants 34 to client2
	//                   ┊       │               until 12:00:25
	//                   ┊       ●◄──────●       client2 reads nothing
	//                   ●       │               client1 wakes
	//                   ●──33───│──────►!       client1 writes "A" with 33:
	//                   ·       │               accepted. DAMAGE: 33 lands after
	//                   ·       │               34 has read
	//                   ·       ●──34──►●       client2 writes "B" with 34:
	//                   ·       │               accepted
	//
	// time      lock    client1 client2 storage
	//           service
	// 12:00:00  ●──33──►│                       lock service grants 33 to client1
	//                   │                       until 12:00:10
	//                   ●◄──────────────●       client1 reads nothing
	//                   ●                       client1 stops: GC pause
	// 12:00:10          ×                       lease 33 of client1 is over
	// 12:00:15  ●──34───┊──────►│               lock service grants 34 to client2
	//                   ┊       │               until 12:00:25
	//                   ┊       ●──34──►●       client2 claims with 34 and reads
	//                   ┊       │               nothing
	//                   ●       │               client1 wakes
	//                   ●──33───│──────►×       client1 writes "A" with 33:
	//                   ·       │               refused, 33 < 34
	//                   ·       ●──34──►●       client2 writes "B" with 34:
	//                   ·       │               accepted
}
