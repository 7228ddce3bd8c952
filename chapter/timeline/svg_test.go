package timeline

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter"
)

var noon = new(chapter.Clock).Now()

// An element of a parsed figure, with all the text in it.
type element struct {
	name string
	attr map[string]string
	text string // without that of a title in it
}

func parse(t *testing.T, svg []byte) []element {
	t.Helper()
	decoder := xml.NewDecoder(bytes.NewReader(svg))
	var all []element
	var open []int
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			return all
		}
		require.NoError(t, err, "%s", svg)
		switch token := token.(type) {
		case xml.StartElement:
			e := element{name: token.Name.Local, attr: make(map[string]string)}
			for _, a := range token.Attr {
				e.attr[a.Name.Local] = a.Value
			}
			open = append(open, len(all))
			all = append(all, e)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if len(open) > 0 {
				all[open[len(open)-1]].text += string(token)
			}
		case xml.Comment, xml.ProcInst, xml.Directive:
			t.Fatalf("the figure has %T: %s", token, token)
		}
	}
}

func figure(t *testing.T, title string, events []Event) []byte {
	t.Helper()
	var svg bytes.Buffer
	require.NoError(t, Figure{Title: title}.Draw(&svg, events))
	return svg.Bytes()
}

// zombie is the story of scenario 1 or 2, in which these are the names.
func zombie(client1, client2, cause, data string, fenced bool) *Recorder {
	var clock chapter.Clock
	rec := New(clock.Now)
	locks := rec.LockService("lock service", chapter.NewLockService(clock.Now, 10*time.Second, chapter.FirstToken(33)))
	fence := rec.FencedStorage("storage", new(chapter.FencedStorage))
	plain := rec.PlainStorage("storage", new(chapter.PlainStorage))
	write := func(client, data string, token chapter.Token) {
		if fenced {
			fence.From(client).Write(data, token)
		} else {
			plain.From(client).Write(data)
		}
	}
	lease1, _ := locks.Acquire(client1)
	rec.Pause(client1, cause)
	clock.Advance(15 * time.Second)
	lease2, _ := locks.Acquire(client2)
	write(client2, data, lease2.Token)
	rec.Wake(client1)
	write(client1, data, lease1.Token)
	return rec
}

func TestAFigureShowsTheVerdict(t *testing.T) {
	for _, c := range []struct {
		fenced        bool
		cross, star   int
		flag, without string
	}{
		{true, 1, 0, "refused: 33 < 34", "DAMAGE"},
		{false, 0, 1, "DAMAGE: 33 after 34", "refused"},
	} {
		t.Run(fmt.Sprintf("fenced %t", c.fenced), func(t *testing.T) {
			svg := figure(t, "title", zombie("client1", "client2", "GC pause", "data", c.fenced).Events())
			classes, texts := make(map[string]int), make(map[string]bool)
			for _, e := range parse(t, svg) {
				classes[e.attr["class"]]++
				texts[e.text] = true
			}
			assert.Equal(t, c.cross, classes["cross"])
			assert.Equal(t, c.star, classes["star"])
			assert.Equal(t, 2, classes["held"])
			assert.Equal(t, 1, classes["believed"])
			assert.Equal(t, 1, classes["paused"])
			for _, want := range []string{"33", "34", "GC pause", "33 over", "wakes", "12:00:00", "12:00:10", "12:00:15", c.flag} {
				assert.True(t, texts[want], "%q is not in the figure", want)
			}
			assert.NotContains(t, string(svg), c.without)
		})
	}
}

// Who hears the figure hears what the rows of the text say.
func TestTheDescriptionIsWhatTheTextSays(t *testing.T) {
	for _, fenced := range []bool{true, false} {
		rec := zombie("client1", "client2", "GC pause", "data", fenced)
		var rows []string
		for _, line := range strings.Split(rec.String(), "\n")[2:] {
			line := []rune(line)
			rows = append(rows, strings.Fields(string(line[:timeWidth]))...)
			rows = append(rows, strings.Fields(string(line[timeWidth+gap+4*8:]))...)
		}
		var svg bytes.Buffer
		require.NoError(t, rec.SVG(&svg, "A title & more"))
		all := parse(t, svg.Bytes())
		require.Equal(t, "title", all[1].name)
		require.Equal(t, "desc", all[2].name)
		assert.Equal(t, "A title & more", all[1].text)
		assert.Equal(t, strings.Join(rows, " "), strings.ReplaceAll(strings.TrimSuffix(all[2].text, "."), ".\n", " "))
		assert.Equal(t, "img", all[0].attr["role"])
		assert.Equal(t, all[1].attr["id"]+" "+all[2].attr["id"], all[0].attr["aria-labelledby"])
	}
}

var odd = []string{
	"", " ", "client1", `</text><script>alert(1)</script>`, `&amp;"'<>]]>`, "a\nb\tc\x00\x1b[31m", "--><!--", "</title></desc></style>",
	"\xff\xfe broken", "\u202eright to left\u2066", "שלום עולם", "مرحبا بالعالم", strings.Repeat("x", 300), strings.Repeat("W", 300), strings.Repeat("long words ", 30),
	"日本語の名前です", "👩‍👩‍👧‍👦 family", "e" + strings.Repeat("\u0301", 400), "\ufeff\u200b", `javascript:alert(1)`, "\" onload=\"alert(1)",
}

func TestNoNameBreaksOrScriptsAFigure(t *testing.T) {
	for _, name := range odd {
		t.Run(fmt.Sprintf("%.20q", name), func(t *testing.T) {
			for _, fenced := range []bool{true, false} {
				svg := figure(t, name, zombie(name, name+"2", name, name, fenced).Events())
				assertSound(t, svg)
			}
		})
	}
}

var (
	elements   = []string{"svg", "title", "desc", "style", "defs", "pattern", "rect", "path", "circle", "text"}
	attributes = []string{"xmlns", "id", "viewBox", "role", "aria-labelledby", "class", "fill", "d", "rx", "r", "cx", "cy", "x", "y", "width",
		"height", "text-anchor", "patternUnits", "patternTransform"}
)

// assertSound checks that nothing but the expected is in a figure, that all its
// names are its own, and that no text overlaps another or leaves the figure.
func assertSound(t *testing.T, svg []byte) {
	t.Helper()
	all := parse(t, svg)
	id := all[0].attr["id"]
	require.Regexp(t, `^timeline-[0-9a-f]{16}$`, id)
	for _, e := range all {
		if !slices.Contains(elements, e.name) {
			t.Errorf("there is an element %s", e.name)
		}
		for name, value := range e.attr {
			if !slices.Contains(attributes, name) || name == "id" && !strings.HasPrefix(value, id) {
				t.Errorf("there is an attribute %s=%q", name, value)
			}
		}
		if e.name == "style" {
			for rule := range strings.SplitSeq(strings.TrimSpace(e.text), "\n") {
				if !strings.HasPrefix(strings.TrimPrefix(rule, "@media (prefers-color-scheme:dark){"), "#"+id) {
					t.Errorf("this holds for the whole page: %s", rule)
				}
			}
		}
	}
	assertApart(t, all)
}

type box struct {
	text                     string
	left, top, right, bottom int
}

func assertApart(t *testing.T, all []element) {
	t.Helper()
	var width, height int
	_, err := fmt.Sscanf(all[0].attr["viewBox"], "0 0 %d %d", &width, &height)
	require.NoError(t, err)
	var boxes []box
	for _, e := range all {
		if e.name != "text" {
			continue
		}
		x, _ := strconv.Atoi(e.attr["x"])
		y, _ := strconv.Atoi(e.attr["y"])
		w := textWidth(e.text)
		switch e.attr["class"] {
		case "name", "token", "loud":
			w = boldWidth(e.text)
		}
		switch e.attr["text-anchor"] {
		case "end":
			x -= w
		case "middle":
			x -= w / 2
		}
		b := box{e.text, x, y - 15, x + w, y + 4}
		if b.left <= 0 || b.top <= 0 || b.right >= width || b.bottom >= height {
			t.Errorf("%v leaves the figure, which is %d × %d", b, width, height)
		}
		for _, other := range boxes {
			if b.left < other.right && other.left < b.right && b.top < other.bottom && other.top < b.bottom {
				t.Errorf("%v overlaps %v", b, other)
			}
		}
		boxes = append(boxes, b)
	}
}

func TestNoStoryBreaksAFigure(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	kinds := []Kind{Grant, Renew, Release, Expire, Pause, Wake, Look, Believe, Send, Write, Claim, Read, "", "dance"}
	pick := func() string { return odd[random.IntN(len(odd))] }
	for range 60 {
		rec := New(func() time.Time { return noon })
		clients := []string{pick(), pick(), "client1"}
		peers := []string{pick(), "storage", "lock service", ""}
		for range random.IntN(25) {
			e := Event{Kind: kinds[random.IntN(len(kinds))], Actor: clients[random.IntN(3)], Peer: peers[random.IntN(4)],
				Data: pick(), Cause: pick(), Packet: random.IntN(4) - 1, Token: []chapter.Token{0, 1, 33, 34, 1 << 63}[random.IntN(5)],
				At: noon.Add(time.Duration(random.IntN(30)-5) * time.Second), Until: noon.Add(time.Duration(random.IntN(30)-5) * time.Second)}
			if random.IntN(3) == 0 {
				e.Err = errors.New(pick())
			}
			rec.Add(e)
		}
		if assertSound(t, figure(t, "odd", rec.Events())); t.Failed() {
			t.Fatalf("%s", rec)
		}
	}
}

func TestAFigureIsTheSameEachTimeAndNoOtherHasItsNames(t *testing.T) {
	events := zombie("client1", "client2", "GC pause", "data", true).Events()
	first := figure(t, "one", events)
	for range 20 {
		require.Equal(t, string(first), string(figure(t, "one", events)))
	}
	ids := make(map[string]bool)
	for _, svg := range [][]byte{
		first,
		figure(t, "two", events),
		figure(t, "one", events[1:]),
		figure(t, "one", nil),
		figure(t, "one", zombie("client1", "client2", "GC pause", "data", false).Events()),
	} {
		ids[parse(t, svg)[0].attr["id"]] = true
	}
	assert.Len(t, ids, 5)
}

func TestThousandsOfEventsAreDrawn(t *testing.T) {
	const n = 1000
	rec := New(func() time.Time { return noon })
	for i := range n {
		name := fmt.Sprint("client", i)
		rec.Add(Event{Kind: Grant, Actor: name, Peer: "lock service", Token: chapter.Token(i + 1), Until: noon.Add(time.Hour)})
		rec.Add(Event{Kind: Send, Actor: name, Peer: "storage", Token: chapter.Token(i + 1), Packet: i + 1})
		rec.Wake(name)
	}
	for i := range n {
		rec.Add(Event{Kind: Write, Actor: fmt.Sprint("client", i), Peer: "storage", Token: chapter.Token(i + 1), Packet: i + 1})
	}
	delayed := 0
	for _, e := range parse(t, figure(t, "many", rec.Events())) {
		if e.attr["class"] == "delayed" {
			delayed++
		}
	}
	assert.Equal(t, n, delayed)
}

func TestAnEmptyFigureIsOne(t *testing.T) {
	svg := figure(t, "nothing", nil)
	assertSound(t, svg)
	assert.Equal(t, "nothing has happened.", parse(t, svg)[2].text)
}

func TestACutNameIsThereInFull(t *testing.T) {
	name := "a-very-long-name-of-a-client"
	svg := string(figure(t, "", zombie(name, "client2", "GC", "data", true).Events()))
	assert.Contains(t, svg, ">a-very-lo</text>")
	assert.Contains(t, svg, "<title>"+name+"</title>ng-name-…</text>")
}

func TestAFigureTakesLabelsForItsTimes(t *testing.T) {
	var svg bytes.Buffer
	f := Figure{Time: func(at time.Time) string { return fmt.Sprint(at.Sub(noon).Seconds(), " s") }}
	require.NoError(t, f.Draw(&svg, zombie("client1", "client2", "GC", "data", true).Events()))
	assert.Contains(t, svg.String(), ">10 s</text>")
	assertSound(t, svg.Bytes())
}

func TestAFigureThatCannotBeWritten(t *testing.T) {
	r, w := io.Pipe()
	r.Close()
	assert.ErrorIs(t, Figure{}.Draw(w, nil), io.ErrClosedPipe)
}
