package timeline_test

import (
	"fmt"
	"time"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/timeline"
)

// The same order of events, with a fence. Which write ends in a cross, and what
// does client1 believe afterwards?
func Example_s02_fencingToken() {
	var clock chapter.Clock
	rec := timeline.New(clock.Now)
	locks := rec.LockService("lock service", chapter.NewLockService(clock.Now, 10*time.Second, chapter.FirstToken(33)))
	storage := rec.FencedStorage("storage", &chapter.FencedStorage{})

	lease1, _ := locks.Acquire("client1")
	rec.Pause("client1", "GC pause")

	clock.Advance(15 * time.Second)
	lease2, _ := locks.Acquire("client2")
	storage.From("client2").Write("client2 draft", lease2.Token)
	storage.From("client2").Write("client2 data", lease2.Token)

	rec.Wake("client1")
	storage.From("client1").Write("client1 stale data", lease1.Token)
	rec.Believes("client1", lease1)

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
	//                   ┊       ●──34──►●       client2 writes "client2 draft"
	//                   ┊       │               with 34: accepted
	//                   ┊       ●──34──►●       client2 writes "client2 data" with
	//                   ┊       │               34: accepted
	//                   ●       │               client1 wakes
	//                   ●──33───│──────►×       client1 writes "client1 stale
	//                   ·       │               data" with 33: refused, 33 < 34
	//                   ●       │               client1 still believes that it
	//                   ·       │               holds 33
}
