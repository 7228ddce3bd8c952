package timeline

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"hash/fnv"
	"io"
	"strings"
	"time"
)

// A Figure draws events as SVG: a lane for each actor, time to the right in the
// order of the events, not to scale. A lease is a bar with its token, a pause is
// hatched, a dashed outline is a lease that its client only believes in. Messages
// are arrows, the slanted ones delayed. A refused one ends in a cross, and damage
// is a star.
//
// The same events make the same bytes. Each id in it begins with a hash of title
// and events, and its style holds below that id only, so that a page can hold
// many figures.
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
	d.bars = bars(d.layout)
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
	bars []bar
	id   string
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
	for _, b := range d.bars {
		from, to := d.ends(b)
		fill := ""
		if b.kind == paused {
			fill = fmt.Sprintf(` fill="url(#%s-hatch)"`, d.id)
		}
		d.add(`<rect class="%s"%s x="%d" y="%d" width="%d" height="%d"/>`, b.kind, fill, from, d.y[b.lane]-barHalf, to-from, 2*barHalf)
	}
}

// ends returns from where to where a bar goes.
func (d *drawing) ends(b bar) (from, to int) {
	if b.to < 0 {
		return d.column.x[b.from], d.edge()
	}
	return d.column.x[b.from], d.column.x[b.to]
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
			d.text(class, "end", d.column.x[f.column]-8, d.flagTop(f)+n*lineHeight+20, line, f.whole[n])
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
