package timeline_test

import (
	"errors"
	"fmt"
	"time"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/schedule"
	"example.com/fencing/chapter/timeline"
)

// Each client looks at its lease before it writes. Package schedule finds the
// shortest order in which that does not help; the drawing is made from a replay
// of it. Where does the pause fit in?
func Example_s04_leaseCheck() {
	var rec *timeline.Recorder
	world := func(run *schedule.Run) {
		var clock chapter.Clock
		rec = timeline.New(clock.Now)
		locks := rec.LockService("lock service", chapter.NewLockService(clock.Now, 10*time.Second, chapter.FirstToken(33)))
		storage := rec.PlainStorage("storage", &chapter.PlainStorage{})
		for _, name := range []string{"client1", "client2"} {
			run.Go(name, func(p *schedule.Process) {
				p.Await("acquires", locks.Free)
				lease, _ := locks.Acquire(name)
				p.Step("looks at its lease")
				if !rec.Look(name, lease) {
					return
				}
				p.Step("writes")
				storage.From(name).Write(name + " data")
			})
		}
		run.Go("clock", func(p *schedule.Process) { p.Step("ticks"); clock.Advance(10 * time.Second) })
		run.Check(func() error {
			for _, e := range rec.Events() {
				if e.Damage() {
					return errors.New(e.String())
				}
			}
			return nil
		})
	}
	report := schedule.Explore(world, schedule.AllowWaiting())
	fmt.Printf("%d orders, %d with damage; the shortest:\n\n", report.Schedules, report.Violations)

	schedule.Replay(world, report.Findings[0].Story.Schedule(), schedule.AllowWaiting())
	fmt.Println(rec)
	// Output:
	// 20 orders, 2 with damage; the shortest:
	//
	// time      lock    client1 client2 storage
	//           service
	// 12:00:00  ●──33──►│                       lock service grants 33 to client1
	//                   │                       until 12:00:10
	//                   ●                       client1 looks at its lease: 33 is
	//                   │                       good until 12:00:10
	// 12:00:10          ×                       lease 33 of client1 is over
	//           ●──34───·──────►│               lock service grants 34 to client2
	//                   ·       │               until 12:00:20
	//                   ·       ●               client2 looks at its lease: 34 is
	//                   ·       │               good until 12:00:20
	//                   ·       ●──────►●       client2 writes "client2 data":
	//                   ·       │               accepted
	//                   ●───────│──────►!       client1 writes "client1 data":
	//                   ·       │               accepted. DAMAGE: 33 lands after
	//                   ·       │               34
}
