package timeline_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/timeline"
)

func sentences(events []timeline.Event) []string {
	var told []string
	for _, e := range events {
		told = append(told, e.At.Format("05 ")+e.String())
	}
	return told
}

// write is an accepted write of a client with a token, 0 if it carries none.
func write(client string, token chapter.Token) timeline.Event {
	return timeline.Event{Kind: timeline.Write, Actor: client, Peer: "S", Token: token}
}

func grant(client string, token chapter.Token) timeline.Event {
	return timeline.Event{Kind: timeline.Grant, Actor: client, Peer: "L", Token: token, Until: after(3600)}
}

func TestDamageIsDerivedFromWhatHappened(t *testing.T) {
	refused := func(e timeline.Event) timeline.Event { e.Err = chapter.ErrStaleToken; return e }
	at := func(storage string, e timeline.Event) timeline.Event { e.Peer = storage; return e }
	kind := func(k timeline.Kind, e timeline.Event) timeline.Event { e.Kind = k; return e }
	sent := func(n int, e timeline.Event) timeline.Event { e.Packet = n; return e }
	for _, c := range []struct {
		name   string
		events []timeline.Event
		damage bool // of the last one
	}{
		{"an older write after a newer one", []timeline.Event{write("B", 34), write("A", 33)}, true},
		{"a newer write after an older one", []timeline.Event{write("A", 33), write("B", 34)}, false},
		{"an equal token", []timeline.Event{write("A", 33), write("A", 33)}, false},
		{"the older one refused", []timeline.Event{write("B", 34), refused(write("A", 33))}, false},
		{"the newer one had been refused", []timeline.Event{refused(write("B", 34)), write("A", 33)}, false},
		{"in another storage", []timeline.Event{at("T", write("B", 34)), write("A", 33)}, false},
		{"damage does not lower what has landed", []timeline.Event{write("B", 34), write("A", 32), write("A", 33)}, true},
		{"after a newer claim", []timeline.Event{kind(timeline.Claim, write("B", 34)), write("A", 33)}, true},
		{"after a newer claim that was refused", []timeline.Event{refused(kind(timeline.Claim, write("B", 34))), write("A", 33)}, false},
		{"after a newer read", []timeline.Event{kind(timeline.Read, write("B", 34)), write("A", 33)}, true},
		{"after an older read", []timeline.Event{kind(timeline.Read, write("A", 33)), write("B", 34)}, false},
		{"after a read of somebody without a lease", []timeline.Event{kind(timeline.Read, write("C", 0)), write("A", 33)}, false},
		{"an old claim changes no data", []timeline.Event{write("B", 34), kind(timeline.Claim, write("A", 33))}, false},

		{"plain: the older grant after the newer", []timeline.Event{grant("A", 33), grant("B", 34), write("B", 0), write("A", 0)}, true},
		{"plain: in the order of the grants", []timeline.Event{grant("A", 33), grant("B", 34), write("A", 0), write("B", 0)}, false},
		{"plain: a client that was granted anew", []timeline.Event{grant("A", 33), grant("B", 34), write("B", 0), grant("A", 35), write("A", 0)}, false},
		{"plain: its packet was sent before it was granted anew", []timeline.Event{grant("A", 33), sent(1, kind(timeline.Send, write("A", 0))),
			grant("B", 34), write("B", 0), grant("A", 35), sent(1, write("A", 0))}, true},
		{"plain: a packet that nobody has sent", []timeline.Event{grant("A", 33), grant("B", 34), write("B", 0), sent(9, write("A", 0))}, true},
		{"plain: after a read of one that has given the lease back", []timeline.Event{grant("A", 33), grant("B", 34), kind(timeline.Release, grant("B", 34)),
			kind(timeline.Read, write("B", 0)), write("A", 0)}, false},
		{"plain: after a read of one that was granted it anew", []timeline.Event{grant("A", 33), grant("B", 34), kind(timeline.Release, grant("B", 34)), grant("B", 35),
			kind(timeline.Read, write("B", 0)), write("A", 0)}, true},
		{"plain: nobody was granted anything", []timeline.Event{write("B", 0), write("A", 0)}, false},
		{"plain: a refused grant is none", []timeline.Event{grant("A", 33), refused(grant("A", 40)), grant("B", 34), write("B", 0), write("A", 0)}, true},
		{"plain: the client had given the lease back", []timeline.Event{grant("A", 33), kind(timeline.Release, grant("A", 33)), grant("B", 34), write("B", 0), write("A", 0)}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			rec := timeline.New(func() time.Time { return noon })
			for _, e := range c.events {
				e.After, e.AfterRead = 99, 99 // are worked out, and not believed
				rec.Add(e)
			}
			events := rec.Events()
			assert.Equal(t, c.damage, events[len(events)-1].Damage(), "%v", sentences(events))
		})
	}
}

func TestALeaseThatRunsOutIsRecordedWhenItDoes(t *testing.T) {
	var clock chapter.Clock
	rec := timeline.New(clock.Now)
	locks := rec.LockService("L", chapter.NewLockService(clock.Now, 10*time.Second))

	lease, err := locks.Acquire("A")
	require.NoError(t, err)
	clock.Advance(5 * time.Second)
	lease, err = locks.Renew(lease)
	require.NoError(t, err)
	clock.Advance(6 * time.Second)
	rec.Wake("A")
	clock.Advance(9 * time.Second)
	rec.Wake("A")
	_, err = locks.Renew(lease)
	require.ErrorIs(t, err, chapter.ErrNotHeld)

	lease, err = locks.Acquire("B")
	require.NoError(t, err)
	_, err = locks.Acquire("A")
	require.ErrorIs(t, err, chapter.ErrHeld)
	require.NoError(t, locks.Release(lease))
	require.ErrorIs(t, locks.Release(lease), chapter.ErrNotHeld)
	_, err = locks.Acquire("C")
	require.NoError(t, err)
	clock.Advance(10 * time.Second)

	want := []string{
		"00 L grants 1 to A until 12:00:10",
		"05 L renews 1 for A until 12:00:15",
		"11 A wakes",
		"15 lease 1 of A is over",
		"20 A wakes",
		"20 L does not renew 1 for A: lease not held: token 1 expired at 12:00:15",
		"20 L grants 2 to B until 12:00:30",
		"20 L refuses A: lease held by B until 12:00:30",
		"20 B gives 2 back",
		"20 B gives 2 back: refused, lease not held: B does not hold token 2",
		"20 L grants 3 to C until 12:00:30",
		"30 lease 3 of C is over",
	}
	assert.Empty(t, cmp.Diff(want, sentences(rec.Events())))
	assert.Empty(t, cmp.Diff(want, sentences(rec.Events())), "asked again")
	rec.Wake("C")
	assert.Empty(t, cmp.Diff(append(want, "30 C wakes"), sentences(rec.Events())), "the end of the lease is told once")
}

func TestLeasesRunOutInTheOrderOfTheirEnds(t *testing.T) {
	rec := timeline.New(func() time.Time { return noon })
	for i, seconds := range []int{30, 10, 20} {
		e := grant(fmt.Sprint("client", i), chapter.Token(i+1))
		e.Until = after(seconds)
		rec.Add(e)
	}
	rec.Add(timeline.Event{At: after(60), Kind: timeline.Wake, Actor: "A"})
	assert.Equal(t, []string{"10 lease 2 of client1 is over", "20 lease 3 of client2 is over", "30 lease 1 of client0 is over"},
		sentences(rec.Events()[3:6]))
}

func TestARenewalThatDrawsATokenEndsTheOldOne(t *testing.T) {
	var clock chapter.Clock
	rec := timeline.New(clock.Now)
	locks := rec.LockService("L", chapter.NewLockService(clock.Now, 10*time.Second, chapter.RenewalDrawsToken()))
	lease, _ := locks.Acquire("A")
	clock.Advance(5 * time.Second)
	locks.Renew(lease)
	clock.Advance(20 * time.Second)
	assert.Equal(t, []string{"00 L grants 1 to A until 12:00:10", "05 L renews 2 for A until 12:00:15", "15 lease 2 of A is over"},
		sentences(rec.Events()))
}

func TestALeaseWhoseEndIsNotKnownIsNotSaidToBeOver(t *testing.T) {
	rec := timeline.New(func() time.Time { return noon })
	e := grant("A", 33)
	e.Until = time.Time{}
	rec.Add(e)
	e.Kind = timeline.Renew
	rec.Add(e)
	rec.Wake("A")
	assert.Equal(t, []string{"00 L grants 33 to A", "00 L renews 33 for A", "00 A wakes"}, sentences(rec.Events()))
}

// Two lock services number their grants alike.
func TestTheEndOfOneLeaseIsNotThatOfAnother(t *testing.T) {
	var clock chapter.Clock
	rec := timeline.New(clock.Now)
	short := rec.LockService("short", chapter.NewLockService(clock.Now, 10*time.Second))
	long := rec.LockService("long", chapter.NewLockService(clock.Now, time.Minute))
	short.Acquire("A")
	long.Acquire("A")
	clock.Advance(10 * time.Second)
	rec.Wake("B")
	lines := strings.Split(rec.String(), "\n")
	assert.Contains(t, lines[len(lines)-1], "B wakes")
	assert.Contains(t, lines[len(lines)-1], "│", "A holds the lease of the other")
}

func TestLookSaysWhatIsSoAtThatInstant(t *testing.T) {
	var clock chapter.Clock
	rec := timeline.New(clock.Now)
	lease := chapter.Lease{Holder: "A", Token: 33, Expires: after(10)}
	assert.True(t, rec.Look("A", lease))
	clock.Advance(10 * time.Second)
	assert.False(t, rec.Look("A", lease))
	assert.Equal(t, []string{"00 A looks at its lease: 33 is good until 12:00:10", "10 A looks at its lease: 33 is over since 12:00:10"},
		sentences(rec.Events()))
}

func TestTheWrappedStoragesDoWhatTheyDid(t *testing.T) {
	rec := timeline.New(func() time.Time { return noon })
	var plain chapter.PlainStorage
	var fenced chapter.FencedStorage
	p, f := rec.PlainStorage("P", &plain).From("A"), rec.FencedStorage("F", &fenced).From("A")

	p.Write("one")
	assert.Equal(t, "one", p.Read())
	arrive := p.Send("two")
	assert.Equal(t, "one", plain.Read())
	arrive()
	assert.Equal(t, "two", plain.Read())

	require.NoError(t, f.Write("one", 34))
	assert.Equal(t, "one", f.Read())
	late, good := f.Send("late", 33), f.Send("two", 34)
	assert.ErrorIs(t, late(), chapter.ErrStaleToken)
	assert.NoError(t, good())
	assert.ErrorIs(t, f.Write("none", 0), chapter.ErrNoToken)
	data, err := f.Claim(35)
	assert.Equal(t, "two", data)
	assert.NoError(t, err)
	_, err = f.Claim(34)
	assert.ErrorIs(t, err, chapter.ErrStaleToken)

	var told []string
	for _, e := range rec.Events() {
		told = append(told, e.String())
	}
	assert.Empty(t, cmp.Diff([]string{
		`A writes "one": accepted`,
		`A reads "one"`,
		`A sends "two", and the packet is delayed`,
		`the packet of A arrives, "two": accepted`,
		`A writes "one" with 34: accepted`,
		`A reads "one"`,
		`A sends "late" with 33, and the packet is delayed`,
		`A sends "two" with 34, and the packet is delayed`,
		`the packet of A arrives, "late" with 33: refused, 33 < 34`,
		`the packet of A arrives, "two" with 34: accepted`,
		`A writes "none": refused, no token: a fenced write needs the token of its lease, and 0 is none`,
		`A claims with 35 and reads "two"`,
		`A claims with 34: refused, 34 < 35`,
	}, told))
}

func TestWatchSeesEveryEventOnceInOrder(t *testing.T) {
	var clock chapter.Clock
	rec := timeline.New(clock.Now)
	locks := rec.LockService("L", chapter.NewLockService(clock.Now, 10*time.Second))
	rec.Wake("before")
	var seen []timeline.Event
	rec.Watch(func(e timeline.Event) { seen = append(seen, e) })
	locks.Acquire("A")
	clock.Advance(time.Minute)
	rec.Wake("A")
	assert.Empty(t, cmp.Diff(rec.Events()[1:], seen))
	assert.Len(t, seen, 3)
}

// The record has the writes in the order in which they landed: the last one
// accepted is what the storage holds, and none is damage.
func TestManyGoroutinesAreRecordedInTheOrderInWhichTheyAct(t *testing.T) {
	rec := timeline.New(time.Now)
	var inner chapter.FencedStorage
	storage := rec.FencedStorage("storage", &inner)
	locks := rec.LockService("locks", chapter.NewLockService(time.Now, time.Hour))
	var all sync.WaitGroup
	for i := range 8 {
		name := fmt.Sprint("client", i)
		all.Go(func() {
			for range 15 {
				if lease, err := locks.Acquire(name); err == nil {
					storage.From(name).Write(fmt.Sprint(lease), lease.Token)
					locks.Release(lease)
				}
				storage.From(name).Write(name, chapter.Token(i+1))
				storage.From(name).Read()
			}
			assert.Contains(t, rec.String(), name)
		})
	}
	all.Wait()
	holds := ""
	var mark chapter.Token
	for _, e := range rec.Events() {
		if e.Kind != timeline.Write {
			continue
		}
		require.Equal(t, mark, e.After, "%v", e)
		require.Equal(t, e.Token < mark, e.Refused(), "%v", e)
		if !e.Refused() {
			holds, mark = e.Data, max(mark, e.Token)
		}
	}
	assert.Equal(t, inner.Read(), holds)
	assert.Equal(t, inner.Mark(), mark)
}

func TestARecorderNeedsAClock(t *testing.T) {
	assert.PanicsWithValue(t, "timeline: New needs a clock, for example time.Now", func() { timeline.New(nil) })
}
