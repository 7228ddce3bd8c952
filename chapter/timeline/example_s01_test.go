package timeline_test

import (
	"fmt"
	"time"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/timeline"
)

// A plain storage takes every write. At which instant is the damage done, and who
// is told?
func Example_s01_zombieWrite() {
	var clock chapter.Clock
	rec := timeline.New(clock.Now)
	locks := rec.LockService("lock service", chapter.NewLockService(clock.Now, 10*time.Second, chapter.FirstToken(33)))
	storage := rec.PlainStorage("storage", &chapter.PlainStorage{})

	lease1, _ := locks.Acquire("client1")
	rec.Pause("client1", "GC pause")

	clock.Advance(15 * time.Second)
	locks.Acquire("client2")
	storage.From("client2").Write("client2 data")

	rec.Wake("client1")
	rec.Believes("client1", lease1)
	storage.From("client1").Write("client1 stale data")

	fmt.Println(rec)
	// Output:
	// time      lock    client1 client2 storage
	//           service
	// 12:00:00  ●──33──►│                       lock service grants 33 to client1
	//                   │                       until 12:00:10
	//                   ●                       client1 stops: GC pause
	// 12:00:10          ×                       lease 33 of client1 is over
	// 12:00:15  ●──34───┊──────►│               lock service grants 34 to client2
	//                   ┊       │               until 12:00:25
	//                   ┊       ●──────►●       client2 writes "client2 data":
	//                   ┊       │               accepted
	//                   ●       │               client1 wakes
	//                   ●       │               client1 still believes that it
	//                   ·       │               holds 33
	//                   ●───────│──────►!       client1 writes "client1 stale
	//                   ·       │               data": accepted. DAMAGE: 33 lands
	//                   ·       │               after 34
}
