package timeline

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"strings"
	"time"
)

// A Figure draws events as SVG: a lane for each actor, time to the right in the
// order of the events, not to scale. A lease is a bar with its token, a pause is
// hatched, a dashed outline is a lease that its client only believes in. Messages
// are arrows, the slanted ones delayed. A refused one ends in a cross, and damage
// is a star.
//
// The same events make the same bytes. The names in it (id and class) begin with
// a hash of title and events, so that a page can hold many figures.
type Figure struct {
	Title string                 // for those who hear it; it is not drawn
	Time  func(time.Time) string // labels an instant; nil for times of the day to the second
}

// Draw draws the events. Its only errors are those of w.
func (f Figure) Draw(w io.Writer, events []Event) error {
	times := f.Time
	if times == nil {
		times = timeOfDay
	}
	story := tell(events, times)
	hash := fnv.New64a()
	io.WriteString(hash, f.Title+"\x00"+story)
	d := &drawing{layout: newLayout(events, times), id: fmt.Sprintf("timeline-%016x", hash.Sum64())}
	d.draw(clean(f.Title), story)
	_, err := io.WriteString(w, d.String())
	return err
}

// tell tells the events as the rows of a text drawing do.
func tell(events []Event, times func(time.Time) string) string {
	var story []string
	last := ""
	for _, e := range events {
		sentence := e.sentence(times)
		if label := clean(times(e.At)); label != last {
			sentence = label + " " + sentence
			last = label
		}
		story = append(story, sentence)
	}
	if len(story) == 0 {
		return "nothing has happened."
	}
	return strings.Join(story, ".\n") + "."
}

// A drawing is an SVG in the making.
type drawing struct {
	strings.Builder
	*layout
	id string
}

// add appends a line. Whatever is text has to come out of escape.
func (d *drawing) add(format string, args ...any) { fmt.Fprintf(d, format+"\n", args...) }

func escape(text string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(text)) // a Builder never fails
	return b.String()
}

func (d *drawing) draw(title, story string) {
	d.add(`<svg xmlns="http://www.w3.org/2000/svg" id="%s" viewBox="0 0 %d %d" role="img" aria-labelledby="%[1]s-title %[1]s-desc">`, d.id, d.width, d.height)
	d.add(`<title id="%s-title">%s</title>`, d.id, escape(title))
	d.add(`<desc id="%s-desc">%s</desc>`, d.id, escape(story))
	d.add(`<style>%s</style>`, strings.ReplaceAll(style, "#id", "#"+d.id))
	d.add(`<defs><pattern id="%s-hatch" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">`+
		`<rect class="stripe" width="3" height="8"/></pattern></defs>`, d.id)
	d.add(`<rect class="card" x="1" y="1" width="%d" height="%d" rx="10"/>`, d.width-2, d.height-2)
	d.drawLanes()
	d.drawBars()
	d.drawPoles()
	for i := range d.events {
		d.drawEvent(i)
	}
	d.drawTexts()
	d.add(`</svg>`)
}

func (d *drawing) edge() int { return d.width - margin }

func (d *drawing) drawLanes() {
	for lane, y := range d.y {
		d.add(`<path class="lane" d="M%d %dH%d"/>`, margin+d.nameWidth+12, y, d.edge())
		lines := nameLines(d.lanes[lane])
		for n, line := range lines {
			d.text("name", "", margin, y+7+(2*n-len(lines)+1)*11, line, d.lanes[lane])
		}
	}
}

func (d *drawing) drawBars() {
	for _, b := range bars(d.layout) {
		from, to := d.column.x[b.from], d.edge()
		if b.to >= 0 {
			to = d.column.x[b.to]
		}
		fill := ""
		if b.kind == paused {
			fill = fmt.Sprintf(` fill="url(#%s-hatch)"`, d.id)
		}
		d.add(`<rect class="%s"%s x="%d" y="%d" width="%d" height="%d"/>`, b.kind, fill, from, d.y[b.lane]-barHalf, to-from, 2*barHalf)
	}
}

// drawPoles draws what the flags below a storage hang on.
func (d *drawing) drawPoles() {
	for _, f := range d.flags {
		x, top := d.column.x[f.column], d.flagTop(f)
		height := len(f.lines) * lineHeight
		if height > 0 {
			d.add(`<path class="pole" d="M%d %dV%d"/>`, x, d.y[f.lane], top+height)
		}
		if f.emphatic {
			d.add(`<rect class="alarm" x="%d" y="%d" width="%d" height="%d"/>`, x-f.width(), top, f.width(), height)
		}
	}
}

// flagTop is where the first line of a flag begins.
func (d *drawing) flagTop(f flag) int { return d.y[f.lane] + barHalf + 4 + f.row*lineHeight }

func (d *drawing) drawEvent(i int) {
	e := d.events[i]
	x, actor, peer := d.column.x[i], d.lane(e.Actor), d.lane(e.Peer)
	switch {
	case e.Kind == Look:
		d.add(`<circle class="look" cx="%d" cy="%d" r="7"/>`, x, d.y[actor])
	case peer < 0 || peer == actor:
	case e.Kind == Expire:
		d.add(`<path class="ends" d="M%d %dV%d"/>`, x, d.y[peer], d.y[actor]-barHalf)
		d.add(`<path class="tick" d="M%d %dv16"/>`, x, d.y[peer]-8)
	case (e.Kind == Grant || e.Kind == Renew || e.Kind == Read) && !e.Refused():
		d.arrow(x, peer, actor, barHalf+2)
		d.add(`<circle class="mark" cx="%d" cy="%d" r="6"/>`, x, d.y[peer])
	case e.Kind == Send:
		d.delayed(i)
	default:
		if e.Kind != Write || !d.wasSent(i) {
			d.arrow(x, actor, peer, around(e))
		}
		d.verdict(e, x, d.y[peer])
	}
}

// landing returns the column where the packet that is sent at column i lands.
func (d *drawing) landing(i int) (column int, arrives bool) {
	sent := d.events[i]
	for j := i + 1; j < len(d.events); j++ {
		if e := d.events[j]; e.Packet == sent.Packet && e.Packet != 0 && e.Actor == sent.Actor && e.Peer == sent.Peer {
			return j, e.Kind == Write
		}
	}
	return 0, false
}

// wasSent reports whether the write at column i is the landing of a Send.
func (d *drawing) wasSent(i int) bool {
	for j := range i {
		if d.events[j].Kind == Send {
			if landing, arrives := d.landing(j); arrives && landing == i {
				return true
			}
		}
	}
	return false
}

// verdict marks what became of a message where it landed.
func (d *drawing) verdict(e Event, x, y int) {
	switch {
	case e.Refused():
		d.add(`<path class="cross" d="M%d %dl18 18m0 -18l-18 18"/>`, x-9, y-9)
	case e.Damage():
		d.add(`<path class="star" d="%s"/>`, star(x, y))
	default:
		d.add(`<circle class="mark" cx="%d" cy="%d" r="6"/>`, x, y)
	}
}

// star is a shape that nothing else has.
func star(x, y int) string {
	var path strings.Builder
	for point := range 16 {
		radius := 17.0
		if point%2 == 1 {
			radius = 9
		}
		sin, cos := math.Sincos(float64(point) * math.Pi / 8)
		fmt.Fprintf(&path, "%c%d %d", "ML"[min(point, 1)], x+int(math.Round(radius*sin)), y-int(math.Round(radius*cos)))
	}
	return path.String() + "Z"
}

// around is how far from the middle of a verdict its arrow ends.
func around(e Event) int {
	switch {
	case e.Refused():
		return 13
	case e.Damage():
		return 19
	}
	return 10
}

// arrow draws a line down or up, from the border of one lane to that of another.
func (d *drawing) arrow(x, from, to, distance int) {
	down := 1
	if to < from {
		down = -1
	}
	end := d.y[to] - down*distance
	d.add(`<path class="message" d="M%d %dV%d"/>`, x, d.y[from]+down*d.border(from), end)
	d.head(x, end, x, end-down)
}

// delayed draws a packet that waits below its sender's lane until it lands.
func (d *drawing) delayed(i int) {
	x, actor, peer := d.column.x[i], d.lane(d.events[i].Actor), d.lane(d.events[i].Peer)
	down := 1
	if peer < actor {
		down = -1
	}
	y := d.y[actor] + down*barHalf
	wait := y + down*9
	landing, arrives := d.landing(i)
	if !arrives {
		d.add(`<path class="delayed" d="M%d %dL%d %dH%d"/>`, x, y, x+9, wait, d.edge())
		return
	}
	end := d.y[peer] - down*around(d.events[landing])
	to := d.column.x[landing]
	d.add(`<path class="delayed" d="M%d %dL%d %dH%dL%d %d"/>`, x, y, x+9, wait, to-18, to, end)
	d.head(to, end, to-18, wait)
}

// head draws the head of an arrow that comes to (x, y) from another point.
func (d *drawing) head(x, y, fromX, fromY int) {
	dx, dy := float64(x-fromX), float64(y-fromY)
	length := max(math.Hypot(dx, dy), 1)
	dx, dy = dx/length, dy/length
	corner := func(side float64) (int, int) {
		return x - int(math.Round(12*dx-side*6*dy)), y - int(math.Round(12*dy+side*6*dx))
	}
	ax, ay := corner(1)
	bx, by := corner(-1)
	d.add(`<path class="head" d="M%d %dL%d %dL%d %dZ"/>`, x, y, ax, ay, bx, by)
}

// border is how far from the middle of a lane its arrows begin and end.
func (d *drawing) border(lane int) int {
	for _, e := range d.events {
		if e.Actor == d.lanes[lane] {
			return barHalf
		}
	}
	return 8
}

func (d *drawing) drawTexts() {
	for _, t := range d.times {
		x := d.column.x[t.column]
		d.add(`<path class="tick" d="M%d %dv8"/>`, x, margin+20)
		d.text("time", "middle", x, margin+14, t.text, t.text)
	}
	for _, t := range d.labels {
		d.text("label", "", d.column.x[t.column]+3, d.y[t.lane]-barHalf-7, t.text, t.text)
	}
	for _, t := range d.tokens {
		d.text("token", "", d.column.x[t.column]+8, d.y[t.lane]+7, t.text, t.text)
	}
	for _, t := range d.carried {
		x, y := d.column.x[t.column]+8, d.y[t.lane]+barHalf+21
		if d.events[t.column].Kind == Send {
			y += 7 // below the line
		}
		d.text("label", "", x, y, t.text, t.text)
	}
	for _, f := range d.flags {
		class := cmp.Or(map[bool]string{true: "loud"}[f.emphatic], "label")
		for n, line := range f.lines {
			d.text(class, "end", d.column.x[f.column]-8, d.flagTop(f)+n*lineHeight+20, line, line)
		}
	}
	d.text("note", "end", d.edge(), d.height-12, "time runs to the right, not to scale", "")
}

// text writes a text; the whole of it is in a title where it had to be cut.
func (d *drawing) text(class, anchor string, x, y int, text, whole string) {
	if anchor != "" {
		anchor = fmt.Sprintf(` text-anchor="%s"`, anchor)
	}
	title := ""
	if whole = clean(whole); strings.Contains(text, "…") && whole != text {
		title = "<title>" + escape(whole) + "</title>"
	}
	d.add(`<text class="%s"%s x="%d" y="%d">%s%s</text>`, class, anchor, x, y, title, escape(text))
}
