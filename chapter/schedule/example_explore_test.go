package schedule_test

import (
	"fmt"
	"slices"
	"time"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/schedule"
)

// Is a client safe that checks its lease before it writes?
func ExampleExplore() {
	report := schedule.Explore(func(run *schedule.Run) {
		var clock chapter.Clock // built afresh for each order, like all of the world
		locks := chapter.NewLockService(clock.Now, time.Second, chapter.FirstToken(33))
		var landed []chapter.Token // of the writes, in their order

		for _, name := range []string{"client1", "client2"} {
			run.Go(name, func(p *schedule.Process) {
				p.Await("acquire", locks.Free)
				lease, _ := locks.Acquire(name)
				p.Logf("token %d", lease.Token)
				p.Step("check")
				if lease.Expired(clock.Now()) {
					return
				}
				p.Step("write")
				landed = append(landed, lease.Token)
			})
		}
		run.Go("clock", func(p *schedule.Process) {
			p.Step("the lease expires")
			clock.Advance(time.Second)
		})
		run.Check(func() error { // the invariant, asked after each order
			if !slices.IsSorted(landed) {
				return fmt.Errorf("the writes landed with tokens %v", landed)
			}
			return nil
		})
	}, schedule.AllowWaiting())
	fmt.Println(report)

	// Output:
	// 20 schedules, which are all there are: 2 violate the invariant, 2 end with a process waiting for ever
	//
	// The shortest of the 2 that violate the invariant:
	// 1. client1: acquire → token 33
	// 2. client1: check
	// 3. clock: the lease expires
	// 4. client2: acquire → token 34
	// 5. client2: check
	// 6. client2: write
	// 7. client1: write
	// => the writes landed with tokens [34 33]
}
