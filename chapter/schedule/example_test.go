package schedule_test

import (
	"fmt"

	"example.com/fencing/chapter/schedule"
)

// Two people add one to a counter: each reads it, and then writes what it read
// plus one. In which orders does an increment get lost?
func Example() {
	report := schedule.Explore(func(run *schedule.Run) {
		counter := 0
		increment := func(p *schedule.Process) {
			p.Step("read")
			seen := counter
			p.Logf("%d", seen)
			p.Step("write")
			counter = seen + 1
			p.Logf("%d", counter)
		}
		run.Go("anna", increment)
		run.Go("ben", increment)
		run.Check(func() error {
			if counter != 2 {
				return fmt.Errorf("two increments, and the counter is %d", counter)
			}
			return nil
		})
	})
	fmt.Println(report)
	// Output:
	// 6 schedules, which are all there are: 4 violate the invariant
	//
	// The shortest of the 4 that violate the invariant:
	// 1. anna: read → 0
	// 2. ben: read → 0
	// 3. ben: write → 1
	// 4. anna: write → 1
	// => two increments, and the counter is 1
}

// With a lock around both steps only two orders are left, and in both the sum
// is right. A process that waits for the lock is no choice while it waits.
func ExampleMutex() {
	report := schedule.Explore(func(run *schedule.Run) {
		var mu schedule.Mutex
		counter := 0
		increment := func(p *schedule.Process) {
			mu.Lock(p)
			defer mu.Unlock(p)
			p.Step("read")
			seen := counter
			p.Step("write")
			counter = seen + 1
		}
		run.Go("anna", increment)
		run.Go("ben", increment)
		run.Check(func() error {
			if counter != 2 {
				return fmt.Errorf("two increments, and the counter is %d", counter)
			}
			return nil
		})
	})
	fmt.Println(report)
	// Output:
	// 2 schedules, which are all there are: none goes wrong
}

// What happens if the light goes out between looking and stepping? One order
// is enough to see, so it is asked for by name.
func ExampleReplay() {
	world := func(run *schedule.Run) {
		light := true
		run.Go("walker", func(p *schedule.Process) {
			p.Step("look")
			safe := light
			p.Logf("light: %t", safe)
			p.Step("step forward")
			if safe && !light {
				p.Logf("in the dark")
			}
		})
		run.Go("bulb", func(p *schedule.Process) {
			p.Step("burn out")
			light = false
		})
	}

	story, err := schedule.Replay(world, []string{"walker", "bulb", "walker"})
	fmt.Println(story)
	fmt.Println(err)

	_, err = schedule.Replay(world, []string{"bulb", "bulb"})
	fmt.Println(err)
	// Output:
	// 1. walker: look → light: true
	// 2. bulb: burn out
	// 3. walker: step forward → in the dark
	// <nil>
	// entry 2 asks for "bulb", but bulb has ended; walker ("look") can go there
}
