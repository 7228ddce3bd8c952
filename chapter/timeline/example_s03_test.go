package timeline_test

import (
	"fmt"
	"time"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/timeline"
)

// Nobody is paused, but a packet is late. It was sent in time: is it refused all
// the same?
func Example_s03_delayedPacket() {
	var clock chapter.Clock
	rec := timeline.New(clock.Now)
	locks := rec.LockService("lock service", chapter.NewLockService(clock.Now, 10*time.Second, chapter.FirstToken(33)))
	storage := rec.FencedStorage("storage", &chapter.FencedStorage{})

	lease1, _ := locks.Acquire("client1")
	packet := storage.From("client1").Send("client1 data", lease1.Token)

	clock.Advance(15 * time.Second)
	lease2, _ := locks.Acquire("client2")
	storage.From("client2").Write("client2 data", lease2.Token)

	packet() // arrives

	fmt.Println(rec)
	// Output:
	// time      lock    client1 client2 storage
	//           service
	// 12:00:00  ●──33──►│                       lock service grants 33 to client1
	//                   │                       until 12:00:10
	//                   ●--33--                 client1 sends "client1 data" with
	//                   │                       33, and the packet is delayed
	// 12:00:10          ×                       lease 33 of client1 is over
	// 12:00:15  ●──34───·──────►│               lock service grants 34 to client2
	//                   ·       │               until 12:00:25
	//                   ·       ●──34──►●       client2 writes "client2 data" with
	//                   ·       │               34: accepted
	//                   ·--33---│------►×       the packet of client1 arrives,
	//                   ·       │               "client1 data" with 33: refused,
	//                   ·       │               33 < 34
}
