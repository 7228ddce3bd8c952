package main

import (
	"errors"
	"time"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/schedule"
	"example.com/fencing/chapter/timeline"
)

// A story is a run of one of the chapter's experiments, with its guard or
// without. They are the stories of the Examples of package timeline, and a test
// compares.
type story struct {
	name    string // of the file
	title   string
	guarded bool
	run     func(guarded bool) *timeline.Recorder
}

var stories = []story{
	{"scenario1", "Scenario 1, plain storage: a zombie's write is accepted", false, zombieWrite},
	{"scenario2", "Scenario 2, fenced storage: the same write is refused", true, fencingToken},
	{"scenario3", "Scenario 3, fenced storage: a delayed packet is refused", true, delayedPacket},
	{"check", "The client looks at its lease before it writes, and the pause comes in between", false, leaseCheck},
	{"claim-without", "Without a claim: an old write is accepted after the new holder has read", false, claimThenRead},
	{"claim", "With a claim: the new holder shows its token as it reads, and the old write is refused", true, claimThenRead},
}

// A world is what each story begins with.
type world struct {
	clock   chapter.Clock
	rec     *timeline.Recorder
	locks   *timeline.LockService
	storage storage
}

func newWorld(fenced bool) *world {
	w := new(world)
	w.rec = timeline.New(w.clock.Now)
	w.locks = w.rec.LockService("lock service", chapter.NewLockService(w.clock.Now, 10*time.Second, chapter.FirstToken(33)))
	if fenced {
		w.storage = fence{w.rec.FencedStorage("storage", new(chapter.FencedStorage))}
	} else {
		w.storage = plain{w.rec.PlainStorage("storage", new(chapter.PlainStorage))}
	}
	return w
}

func zombieWrite(guarded bool) *timeline.Recorder {
	w := newWorld(guarded)
	lease1, _ := w.locks.Acquire("client1")
	w.rec.Pause("client1", "GC pause")

	w.clock.Advance(15 * time.Second)
	lease2, _ := w.locks.Acquire("client2")
	w.storage.write("client2", "client2 data", lease2.Token)

	w.rec.Wake("client1")
	w.rec.Believes("client1", lease1)
	w.storage.write("client1", "client1 stale data", lease1.Token)
	return w.rec
}

func fencingToken(guarded bool) *timeline.Recorder {
	w := newWorld(guarded)
	lease1, _ := w.locks.Acquire("client1")
	w.rec.Pause("client1", "GC pause")

	w.clock.Advance(15 * time.Second)
	lease2, _ := w.locks.Acquire("client2")
	w.storage.write("client2", "client2 draft", lease2.Token)
	w.storage.write("client2", "client2 data", lease2.Token)

	w.rec.Wake("client1")
	w.storage.write("client1", "client1 stale data", lease1.Token)
	w.rec.Believes("client1", lease1)
	return w.rec
}

func delayedPacket(guarded bool) *timeline.Recorder {
	w := newWorld(guarded)
	lease1, _ := w.locks.Acquire("client1")
	packet := w.storage.send("client1", "client1 data", lease1.Token)

	w.clock.Advance(15 * time.Second)
	lease2, _ := w.locks.Acquire("client2")
	w.storage.write("client2", "client2 data", lease2.Token)

	packet()
	return w.rec
}

// leaseCheck returns the shortest order of events that does damage, of all there
// are, or a record of nothing if none does.
func leaseCheck(guarded bool) *timeline.Recorder {
	rec := timeline.New(new(chapter.Clock).Now)
	clients := func(run *schedule.Run) {
		w := newWorld(guarded)
		rec = w.rec
		for _, name := range []string{"client1", "client2"} {
			run.Go(name, func(p *schedule.Process) {
				p.Await("acquires", w.locks.Free)
				lease, _ := w.locks.Acquire(name)
				p.Step("looks at its lease")
				if !w.rec.Look(name, lease) {
					return
				}
				p.Step("writes")
				w.storage.write(name, name+" data", lease.Token)
			})
		}
		run.Go("clock", func(p *schedule.Process) { p.Step("ticks"); w.clock.Advance(10 * time.Second) })
		run.Check(func() error { return damage(w.rec) })
	}
	report := schedule.Explore(clients, schedule.AllowWaiting())
	if report.Violations == 0 {
		return timeline.New(new(chapter.Clock).Now)
	}
	schedule.Replay(clients, report.Findings[0].Story.Schedule(), schedule.AllowWaiting())
	return rec
}

func damage(rec *timeline.Recorder) error {
	for _, e := range rec.Events() {
		if e.Damage() {
			return errors.New(e.String())
		}
	}
	return nil
}

// claimThenRead has a fenced storage either way; the guard is the claim.
func claimThenRead(guarded bool) *timeline.Recorder {
	w := newWorld(true)
	lease1, _ := w.locks.Acquire("client1")
	read1 := w.storage.read("client1")
	w.rec.Pause("client1", "GC pause")

	w.clock.Advance(15 * time.Second)
	lease2, _ := w.locks.Acquire("client2")
	var read2 string
	if guarded {
		read2 = w.storage.claim("client2", lease2.Token)
	} else {
		read2 = w.storage.read("client2")
	}

	w.rec.Wake("client1")
	w.storage.write("client1", read1+"A", lease1.Token)
	w.storage.write("client2", read2+"B", lease2.Token)
	return w.rec
}
