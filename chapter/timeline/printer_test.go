package timeline_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/timeline"
)

var noon = new(chapter.Clock).Now()

func after(seconds int) time.Time { return noon.Add(time.Duration(seconds) * time.Second) }

// drawn returns the lines that a printer with these lanes makes of the events,
// without its header.
func drawn(t *testing.T, lanes []string, events ...timeline.Event) []string {
	t.Helper()
	var text bytes.Buffer
	p := timeline.NewPrinter(&text, lanes...)
	for _, e := range events {
		require.NoError(t, p.Print(e))
	}
	return strings.Split(strings.TrimSuffix(text.String(), "\n"), "\n")[1:]
}

func TestEachKindHasItsRow(t *testing.T) {
	lanes := []string{"L", "A", "B", "S"}
	stale := &chapter.StaleTokenError{Token: 33, Highest: 34}
	other := errors.New("the disk is full")
	for _, c := range []struct {
		name  string
		event timeline.Event
		want  []string
	}{
		{"a grant", timeline.Event{Kind: timeline.Grant, Actor: "A", Peer: "L", Token: 33, Until: after(10)},
			[]string{"12:00:00  ●──33──►│                       L grants 33 to A until 12:00:10"}},
		{"a grant past another lane", timeline.Event{Kind: timeline.Grant, Actor: "B", Peer: "L", Token: 34, Until: after(10)},
			[]string{"12:00:00  ●──34──────────►│               L grants 34 to B until 12:00:10"}},
		{"a grant with a token that has no room", timeline.Event{Kind: timeline.Grant, Actor: "A", Peer: "L", Token: 1 << 63, Until: after(10)},
			[]string{"12:00:00  ●──────►│                       L grants 9223372036854775808 to A",
				"                  │                       until 12:00:10"}},
		{"a refused acquire", timeline.Event{Kind: timeline.Grant, Actor: "B", Peer: "L", Err: &chapter.HeldError{Holder: "A", Until: after(10)}},
			[]string{"12:00:00  ×◄──────────────●               L refuses B: lease held by A until",
				"                                          12:00:10"}},
		{"a renewal", timeline.Event{Kind: timeline.Renew, Actor: "A", Peer: "L", Token: 33, Until: after(13)},
			[]string{"12:00:00  ●──33──►│                       L renews 33 for A until 12:00:13"}},
		{"a refused renewal", timeline.Event{Kind: timeline.Renew, Actor: "A", Peer: "L", Token: 33, Err: chapter.ErrNotHeld},
			[]string{"12:00:00  ×◄─33───●                       L does not renew 33 for A: lease",
				"                                          not held"}},
		{"a release", timeline.Event{Kind: timeline.Release, Actor: "A", Peer: "L", Token: 33},
			[]string{"12:00:00  ●◄─33───●                       A gives 33 back"}},
		{"a refused release", timeline.Event{Kind: timeline.Release, Actor: "A", Peer: "L", Token: 33, Err: chapter.ErrNotHeld},
			[]string{"12:00:00  ×◄─33───●                       A gives 33 back: refused, lease",
				"                                          not held"}},
		{"an expiry", timeline.Event{Kind: timeline.Expire, Actor: "A", Peer: "L", Token: 33},
			[]string{"12:00:00          ×                       lease 33 of A is over"}},
		{"a pause", timeline.Event{Kind: timeline.Pause, Actor: "A", Cause: "GC pause"},
			[]string{"12:00:00          ●                       A stops: GC pause"}},
		{"a pause without a cause", timeline.Event{Kind: timeline.Pause, Actor: "A"},
			[]string{"12:00:00          ●                       A stops"}},
		{"a wake", timeline.Event{Kind: timeline.Wake, Actor: "A"},
			[]string{"12:00:00          ●                       A wakes"}},
		{"a look in time", timeline.Event{Kind: timeline.Look, Actor: "A", Token: 33, Until: after(10)},
			[]string{"12:00:00          ●                       A looks at its lease: 33 is good",
				"                                          until 12:00:10"}},
		{"a look too late", timeline.Event{Kind: timeline.Look, Actor: "A", Token: 33, Until: noon},
			[]string{"12:00:00          ●                       A looks at its lease: 33 is over",
				"                                          since 12:00:00"}},
		{"a belief", timeline.Event{Kind: timeline.Believe, Actor: "A", Token: 33, Until: after(10)},
			[]string{"12:00:00          ●                       A believes that it holds 33"}},
		{"a belief without reason", timeline.Event{Kind: timeline.Believe, Actor: "A", Token: 33, Until: noon},
			[]string{"12:00:00          ●                       A still believes that it holds 33"}},
		{"a delayed packet", timeline.Event{Kind: timeline.Send, Actor: "A", Peer: "S", Token: 33, Data: "x", Packet: 1},
			[]string{"12:00:00          ●--33--                 A sends \"x\" with 33, and the",
				"                                          packet is delayed"}},
		{"its arrival", timeline.Event{Kind: timeline.Write, Actor: "A", Peer: "S", Token: 33, Data: "x", Packet: 1},
			[]string{"12:00:00           --33----------►●       the packet of A arrives, \"x\" with",
				"                                          33: accepted"}},
		{"a write", timeline.Event{Kind: timeline.Write, Actor: "A", Peer: "S", Token: 33, Data: "x"},
			[]string{"12:00:00          ●──33──────────►●       A writes \"x\" with 33: accepted"}},
		{"a plain write", timeline.Event{Kind: timeline.Write, Actor: "A", Peer: "S", Token: 33, Bare: true, Data: "x"},
			[]string{"12:00:00          ●──────────────►●       A writes \"x\": accepted"}},
		{"a write of nothing", timeline.Event{Kind: timeline.Write, Actor: "A", Peer: "S", Token: 33},
			[]string{"12:00:00          ●──33──────────►●       A writes nothing with 33: accepted"}},
		{"a stale write, refused", timeline.Event{Kind: timeline.Write, Actor: "A", Peer: "S", Token: 33, Data: "x", Err: stale, After: 34},
			[]string{"12:00:00          ●──33──────────►×       A writes \"x\" with 33: refused,",
				"                                          33 < 34"}},
		{"a write refused for another reason", timeline.Event{Kind: timeline.Write, Actor: "A", Peer: "S", Token: 33, Data: "x", Err: other},
			[]string{"12:00:00          ●──33──────────►×       A writes \"x\" with 33: refused, the",
				"                                          disk is full"}},
		{"a stale write, accepted", timeline.Event{Kind: timeline.Write, Actor: "A", Peer: "S", Token: 33, Data: "x", After: 34},
			[]string{"12:00:00          ●──33──────────►!       A writes \"x\" with 33: accepted.",
				"                                          DAMAGE: 33 lands after 34"}},
		{"a write behind a reader's back", timeline.Event{Kind: timeline.Write, Actor: "A", Peer: "S", Token: 33, Data: "x", After: 33, AfterRead: 34},
			[]string{"12:00:00          ●──33──────────►!       A writes \"x\" with 33: accepted.",
				"                                          DAMAGE: 33 lands after 34 has read"}},
		{"a claim", timeline.Event{Kind: timeline.Claim, Actor: "A", Peer: "S", Token: 34, Data: "x"},
			[]string{"12:00:00          ●──34──────────►●       A claims with 34 and reads \"x\""}},
		{"a refused claim", timeline.Event{Kind: timeline.Claim, Actor: "A", Peer: "S", Token: 33, Err: stale},
			[]string{"12:00:00          ●──33──────────►×       A claims with 33: refused, 33 < 34"}},
		{"a read", timeline.Event{Kind: timeline.Read, Actor: "A", Peer: "S", Data: "x"},
			[]string{"12:00:00          ●◄──────────────●       A reads \"x\""}},
		{"a refused read", timeline.Event{Kind: timeline.Read, Actor: "A", Peer: "S", Err: other},
			[]string{"12:00:00          ●──────────────►×       A reads: refused, the disk is full"}},
		{"a kind that nobody knows", timeline.Event{Kind: "dance", Actor: "A"},
			[]string{"12:00:00          ●                       A: dance"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.event.At = noon
			assert.Empty(t, cmp.Diff(c.want, drawn(t, lanes, c.event)))
		})
	}
}

func TestTheTimeIsPrintedWhenItHasChanged(t *testing.T) {
	lines := drawn(t, []string{"A"},
		timeline.Event{At: noon, Kind: timeline.Pause, Actor: "A"},
		timeline.Event{At: noon, Kind: timeline.Wake, Actor: "A"},
		timeline.Event{At: after(1), Kind: timeline.Pause, Actor: "A"},
		timeline.Event{At: noon, Kind: timeline.Wake, Actor: "A"})
	assert.Equal(t, []string{
		"12:00:00  ●         A stops",
		"          ●         A wakes",
		"12:00:01  ●         A stops",
		"12:00:00  ●         A wakes",
	}, lines)
}

func TestTheCallerLabelsTimesAndStylesLines(t *testing.T) {
	var text bytes.Buffer
	p := timeline.NewPrinter(&text, "A", "S")
	p.Time = func(at time.Time) string { return fmt.Sprintf("%.3fs", at.Sub(noon).Seconds()) }
	p.Style = func(e timeline.Event, line string) string {
		if e.Damage() {
			return "<" + line + ">"
		}
		return line
	}
	require.NoError(t, p.Print(timeline.Event{At: noon.Add(312 * time.Millisecond), Kind: timeline.Wake, Actor: "A"}))
	require.NoError(t, p.Print(timeline.Event{At: after(100000), Kind: timeline.Write, Actor: "A", Peer: "S", Data: "x", Token: 33, After: 34}))
	assert.Equal(t, `time      A         S
0.312s    ●                   A wakes
<100000.…  ●───33───►!         A writes "x" with 33: accepted. DAMAGE: 33>
<                              lands after 34>
`, text.String())
}

func TestALaneShowsWhatItsClientIsUpTo(t *testing.T) {
	until := after(10)
	at := func(seconds int, e timeline.Event) timeline.Event {
		e.At, e.Token, e.Until = after(seconds), 33, until
		return e
	}
	tick := func(seconds int) timeline.Event {
		return timeline.Event{At: after(seconds), Kind: timeline.Wake, Actor: "B"}
	}
	lines := drawn(t, []string{"L", "A", "B"},
		tick(0),
		at(1, timeline.Event{Kind: timeline.Grant, Actor: "A", Peer: "L"}), tick(2),
		at(3, timeline.Event{Kind: timeline.Pause, Actor: "A"}), tick(4),
		at(10, timeline.Event{Kind: timeline.Expire, Actor: "A", Peer: "L"}), tick(11),
		at(12, timeline.Event{Kind: timeline.Wake, Actor: "A"}), tick(13),
		at(14, timeline.Event{Kind: timeline.Look, Actor: "A"}), tick(15))
	lane := ""
	for _, line := range lines {
		if strings.HasSuffix(line, "B wakes") {
			lane += string([]rune(line)[20])
		}
	}
	assert.Equal(t, " │┊┊· ", lane, "without a lease, holding it, paused, still paused, believing, knowing")
}

func TestAPrinterTellsThatItCannotWrite(t *testing.T) {
	p := timeline.NewPrinter(full{}, "A")
	assert.ErrorIs(t, p.Print(timeline.Event{Kind: timeline.Wake, Actor: "A"}), errFull)
}

type full struct{}

var errFull = errors.New("full")

func (full) Write([]byte) (int, error) { return 0, errFull }

// odd are names and data that may be met, and that nobody hopes for.
var odd = []string{
	"", " ", "client1", "lock service", `</text><script>alert(1)</script>`, `&amp;"'<>]]>`, "a\nb\tc\x00\x1b[31m",
	"\xff\xfe broken", "\u202eright to left\u2066", "שלום עולם", strings.Repeat("x", 300), strings.Repeat("long words ", 30),
	"日本語の名前です", "👩‍👩‍👧‍👦 family", "e" + strings.Repeat("\u0301", 400), "\ufeff\u200b", "✓✗▶",
}

func oddEvent(random *rand.Rand) timeline.Event {
	pick := func() string { return odd[random.IntN(len(odd))] }
	kinds := []timeline.Kind{timeline.Grant, timeline.Renew, timeline.Release, timeline.Expire, timeline.Pause, timeline.Wake,
		timeline.Look, timeline.Believe, timeline.Send, timeline.Write, timeline.Claim, timeline.Read, "", "dance"}
	e := timeline.Event{Kind: kinds[random.IntN(len(kinds))], Actor: pick(), Peer: pick(), Data: pick(), Cause: pick(), Packet: random.IntN(4) - 1}
	e.Token = []chapter.Token{0, 1, 33, 34, 1 << 63, 1<<64 - 1}[random.IntN(6)]
	times := []time.Time{{}, noon, after(random.IntN(100) - 50), time.Unix(-1<<40, 0), time.Unix(1<<40, 999)}
	e.At, e.Until = times[random.IntN(5)], times[random.IntN(5)]
	e.After, e.AfterRead = chapter.Token(random.IntN(40)), chapter.Token(random.IntN(40))
	e.Bare = random.IntN(2) == 0
	if random.IntN(3) == 0 {
		e.Err = errors.New(pick())
	}
	return e
}

func TestNoLineIsTooLongWhateverHappens(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		rec := timeline.New(func() time.Time { return noon })
		for range random.IntN(12) {
			rec.Add(oddEvent(random))
		}
		for line := range strings.SplitSeq(rec.String(), "\n") {
			assert.LessOrEqual(t, columns(line), 76, "%q", line)
			assert.Equal(t, strings.TrimRight(line, " "), line)
			assert.True(t, utf8.ValidString(line))
			for _, r := range line {
				if r < ' ' || r == 0x202e || r == 0x2066 {
					t.Fatalf("a control character is printed: %q", line)
				}
			}
		}
	}
}

// columns counts as a terminal does that gives every rune of more than three
// bytes two columns, and to some of three as well.
func columns(line string) int {
	n := 0
	for _, r := range line {
		switch {
		case r >= 0x300 && r < 0x370, r == 0x200d:
		case r >= 0x3000 && r < 0xa000, r >= 0x10000, r == '✓', r == '✗':
			n += 2
		default:
			n++
		}
	}
	return n
}

func TestASixthActorIsToldOfAndNotDrawn(t *testing.T) {
	lanes := []string{"L", "A", "B", "C", "S", "T"}
	lines := drawn(t, lanes, timeline.Event{At: noon, Kind: timeline.Write, Actor: "A", Peer: "T", Token: 3, Data: "x"},
		timeline.Event{At: noon, Kind: timeline.Write, Actor: "A", Peer: "S", Token: 3, Data: "x"})
	assert.Equal(t, []string{
		`12:00:00         ●                           A writes "x" with 3: accepted`,
		`                 ●──3────────────────►●      A writes "x" with 3: accepted`,
	}, lines)
}
