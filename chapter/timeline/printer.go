package timeline

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// How a line is shared out, in columns: the time, a lane for each actor, and
// what is left for the sentence.
const (
	lineWidth  = 76
	timeWidth  = 8
	gap        = 2
	laneWidths = 32 // of all lanes together
	minLane    = 7
	maxLane    = 10
	maxLanes   = 5
)

// A Printer draws events as text, each as it happens: a picture, with a lane for
// each actor, and beside it the same as a sentence. No line is wider than 76
// columns.
//
//	│  holds a lease           ●──33──►   a message, with its token
//	·  believes it does        ●--33--    a message that is delayed
//	┊  is paused               ×  !       refused; accepted, and damage
type Printer struct {
	// Time labels an instant in at most 8 columns. If it is nil, labels are
	// times of the day to the second.
	Time func(time.Time) string
	// Style, if it is not nil, may colour a line of the event e.
	Style func(e Event, line string) string

	w       io.Writer
	actors  []string
	clients map[string]client
	lane    int // its width
	begun   bool
	label   string // the one printed last
}

// NewPrinter returns a printer that draws lanes for these actors, from left to
// right: lock service, clients, storage. There is room for five; what happens to
// others is told in sentences only.
func NewPrinter(w io.Writer, actors ...string) *Printer {
	p := &Printer{w: w, actors: slices.Clone(actors[:min(len(actors), maxLanes)]), clients: make(map[string]client)}
	p.lane = min(max(laneWidths/max(len(p.actors), 1), minLane), maxLane)
	return p
}

// Print draws one event, below the names of the lanes if it is the first.
func (p *Printer) Print(e Event) error {
	var text strings.Builder
	if !p.begun {
		p.begun = true
		for _, line := range p.header() {
			fmt.Fprintln(&text, line)
		}
	}
	for _, line := range p.rows(e) {
		if p.Style != nil {
			line = p.Style(e, line)
		}
		fmt.Fprintln(&text, line)
	}
	_, err := io.WriteString(p.w, text.String())
	return err
}

// header has the names above their lanes, a second word on a second line.
func (p *Printer) header() []string {
	above, below := pad("time", timeWidth+gap), pad("", timeWidth+gap)
	for _, actor := range p.actors {
		words := wrap(shown(actor), p.lane-1)
		above += pad(words[0], p.lane)
		below += pad(cut(strings.Join(words[1:], " "), p.lane-1), p.lane)
	}
	if below = trim(below); below != "" {
		return []string{trim(above), below}
	}
	return []string{trim(above)}
}

func (p *Printer) rows(e Event) []string {
	p.clients[e.Actor] = p.clients[e.Actor].after(e)
	labels := p.Time
	if labels == nil {
		labels = timeOfDay
	}
	label := cut(clean(labels(e.At)), timeWidth)
	if label == p.label {
		label = ""
	} else {
		p.label = label
	}
	picture := p.picture(e)
	var rows []string
	for _, part := range wrap(e.sentence(labels), lineWidth-timeWidth-gap-p.lane*len(p.actors)) {
		rows = append(rows, trim(pad(label, timeWidth+gap)+picture+part))
		label, picture = "", string(p.standing())
	}
	return rows
}

// pad fills a text that is shorter with spaces.
func pad(text string, columns int) string {
	return text + strings.Repeat(" ", max(columns-width(text), 0))
}

func trim(line string) string { return strings.TrimRight(line, " ") }
