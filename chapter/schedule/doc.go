/*
Package schedule runs ordinary Go functions in every order there is.

A client checks that its lease has not expired, and then writes. Is that safe?
To say no, one unlucky order is enough: somebody has to think of it. To say
yes, all of them have to be looked at, and there thinking is not enough; the
order that was forgotten is the one that happens. But a world of a few clients
with a few steps each has so few orders that a machine can run them all:

	// from schedule.ExampleExplore
	...
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
	...
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

The report counts the orders, here called schedules, and those that violate the
invariant, and tells the shortest of these as a story:

	// from schedule.ExampleExplore
	...
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

Two in twenty is no probability. The schedules are counted, not weighed: in
a real system some of them happen every millisecond and others once a year. The
number that means something is zero.

# What is a step?

[Process.Step] announces the next action of a process, and is the place where
the process may be kept waiting, for as long as anybody likes: this is the
pause between the check and the write, the packet that hangs in the network,
the garbage collector at the worst moment. The action itself is the code that
follows, up to the next Step, and it is atomic.

So the steps are what an experiment claims about the world. Code that a real
machine can interrupt, and where it matters, needs a Step in between; if check
and write stand behind one Step, they are claimed to be one atomic action,
and nothing bad will be found. Put the Steps where processes touch what they
share. Code under test that reaches the shared world through an interface can
stay as it is: let the calls of the interface, in the version made for the
experiment, be the Steps.

# What is counted?

When the world is built, each process runs up to its first Step; that is not a
choice and is not counted. Then, again and again, one of the processes that can
go is chosen and takes one step. Each sequence of choices is one schedule, and
each is run once. Two processes of two steps each have 4!/(2!·2!) = 6.

A process at [Process.Await] can go only while its condition holds. Waiting
must be written in this way: a loop that asks, steps and asks again has
schedules without end, in which nobody else ever gets a turn, and the search
reports the first of them.

Nobody undoes a step. To try another choice, the search builds a fresh world and
runs the same way up to there. So the world function must depend on nothing but
itself: no real time, no random numbers, no order of a map, no variable from
outside that keeps what an earlier schedule put there. When other steps follow
than before, that is reported; a world that differs only in what its steps do can
go unnoticed.

# What else can go wrong?

A schedule does not always come to its end and to the invariant. A panic in a
process is reported with its schedule, and so are t.FailNow and its kin, a
deadlock, and a process that takes more than a thousand steps; see [Report].

One thing cannot be undone from outside: code that blocks on something real. If
a process holds a [sync.Mutex] across a Step, the next one that locks it blocks
the coroutine it runs in, and with it the search. Explore notices that nothing
has moved for five seconds, gives the search up, and reports the schedule; the
goroutines of the search are lost until the program ends. And a process must not
call [runtime.LockOSThread], which ends the program at the next Step. A lock that is never held
across a Step does no harm. For one that is, there is [Mutex], with which
waiting is a step.

How many schedules are too many? They multiply. A search stops at a million,
says that it is not complete, and [Report.Err] is an error then: what has not
been run has not been shown. Two clients and three steps show most of what two
hundred clients do.

# What does it not show?

Processes take turns: they are coroutines, made by [iter.Pull], and never run
at the same time. The race detector sees nothing here, since each switch
orders what comes before it and what comes after. Nor are the effects of a
memory model searched, only the orders of steps. What must be free of data
races is tested with goroutines and -race as well.
*/
package schedule
