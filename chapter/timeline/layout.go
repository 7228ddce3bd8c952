package timeline

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Measures of a figure, in its own units; a figure is figureWidth wide, or as
// wide as its texts need.
const (
	figureWidth = 640
	margin      = 14
	minPitch    = 34
	lineHeight  = 26
	barHalf     = 14 // of the height of a lease's bar
	laneGap     = 34 // between bars, for arrows and their tokens
	axisHeight  = 40
	noteHeight  = 30
)

// A layout says where everything is. Lanes and columns are counted from 0.
type layout struct {
	events        []Event
	lanes         []string
	column        *columns
	y             []int // by lane
	labelled      []bool
	width, height int
	nameWidth     int

	labels  []label // above lanes
	tokens  []label // in bars
	carried []label // beside arrows
	times   []label
	flags   []flag // below storages
}

// A label is a text at a column.
type label struct {
	column, lane int
	text         string
}

// A flag hangs below a storage and says what became of a message.
type flag struct {
	label
	lines    []string
	row      int
	emphatic bool
}

func (f flag) width() int {
	w := 0
	for _, line := range f.lines {
		if f.emphatic {
			w = max(w, boldWidth(line))
		} else {
			w = max(w, textWidth(line))
		}
	}
	return w + 16
}

func newLayout(events []Event, times func(time.Time) string) *layout {
	l := &layout{events: events, lanes: actors(events), column: newColumns(len(events))}
	l.labelled = make([]bool, len(l.lanes))
	for i, e := range events {
		l.describe(i, e)
	}
	l.carried = slices.DeleteFunc(l.carried, func(t label) bool { // where somebody sends and stores
		return slices.ContainsFunc(l.flags, func(f flag) bool { return f.lane == t.lane })
	})
	last := ""
	for i, e := range events {
		if text := cut(clean(times(e.At)), maxLabel); text != last {
			l.times = append(l.times, label{column: i, text: text})
			last = text
		}
	}
	for _, lane := range l.lanes {
		for _, line := range nameLines(lane) {
			l.nameWidth = max(l.nameWidth, boldWidth(line))
		}
	}
	l.makeRoom()
	l.column.place(figureWidth, minPitch)
	l.width = max(figureWidth, l.column.right)
	l.stack()
	return l
}

// How many columns of a terminal the texts in a figure are long at most.
const (
	maxLabel = 18
	maxFlag  = 24
	maxLine  = 9 // of a lane's name, which has two
)

// nameLines is the name of a lane on one line or two.
func nameLines(name string) []string {
	words := wrap(shown(name), maxLine)
	if len(words) == 1 {
		return words
	}
	return []string{words[0], cut(strings.Join(words[1:], " "), maxLine)}
}

func (l *layout) lane(name string) int { return slices.Index(l.lanes, name) }

// describe decides what is written at an event.
func (l *layout) describe(i int, e Event) {
	actor, peer := l.lane(e.Actor), l.lane(e.Peer)
	above := func(lane int, text string) {
		if lane >= 0 {
			l.labels = append(l.labels, label{i, lane, cut(clean(text), maxLabel)})
			l.labelled[lane] = true
		}
	}
	token := label{i, actor, cut(fmt.Sprint(e.Token), 12)}
	switch e.Kind {
	case Grant, Renew:
		if e.Refused() {
			above(peer, "refused")
		} else {
			l.tokens = append(l.tokens, token)
		}
	case Release:
		if e.Refused() {
			above(peer, "refused")
		} else {
			above(peer, token.text+" back")
		}
	case Expire:
		if peer < 0 {
			peer = actor
		}
		above(peer, token.text+" over")
	case Pause:
		above(actor, e.Cause)
	case Wake:
		above(actor, "wakes")
	case Look:
		if e.over() {
			above(actor, "looks: over")
		} else {
			above(actor, "looks: good")
		}
	case Believe:
		if e.over() {
			above(actor, "still believes")
		} else {
			above(actor, "believes")
		}
	case Send, Write, Claim, Read:
		if text := carries(e); text != "" && peer > actor {
			l.carried = append(l.carried, label{i, actor, text})
		}
		if e.Kind != Send && peer >= 0 {
			l.flags = append(l.flags, flag{label: label{column: i, lane: peer}, lines: flagLines(e), emphatic: e.Damage()})
		}
	default:
		above(actor, string(e.Kind))
	}
}

// carries is what stands beside the arrow of a message.
func carries(e Event) string {
	token := ""
	if !e.Bare && e.Token != 0 {
		token = cut(fmt.Sprint(e.Token), 12)
	}
	switch {
	case e.Kind == Send && token == "":
		return "delayed"
	case e.Kind == Send:
		return token + ", delayed"
	case e.Kind == Read || e.Packet != 0:
		return ""
	}
	return token
}

// flagLines says what a message brought, and what became of it.
func flagLines(e Event) []string {
	var lines []string
	switch {
	case e.Kind == Claim:
		lines = append(lines, "claims")
		if e.Data != "" {
			lines = append(lines, "reads "+quoted(e.Data))
		}
	case e.Kind == Read && e.Data == "":
		lines = append(lines, "reads")
	case e.Kind == Read:
		lines = append(lines, "reads "+quoted(e.Data))
	case e.Data != "":
		lines = append(lines, quoted(e.Data))
	}
	switch {
	case e.Refused():
		lines = append(lines, "refused: "+reason(e))
	case e.Damage() && e.Token >= e.After:
		lines = append(lines, fmt.Sprintf("DAMAGE: %d has read", e.AfterRead))
	case e.Damage():
		lines = append(lines, fmt.Sprintf("DAMAGE: %d after %d", e.Token, e.After))
	}
	for i, line := range lines {
		lines[i] = cut(line, maxFlag)
	}
	return lines
}

// makeRoom asks for the distances that keep texts from each other, and from the
// lines that come next.
func (l *layout) makeRoom() {
	c := l.column
	for i := range l.events {
		c.keep(i, margin+l.nameWidth+22, margin+20)
	}
	for n, t := range l.times {
		half := textWidth(t.text)/2 + 6
		c.keep(t.column, half+margin, half+margin)
		if n > 0 {
			c.keepApart(l.times[n-1].column, t.column, half+textWidth(l.times[n-1].text)/2+6)
		}
	}
	for _, t := range l.labels {
		pause := l.events[t.column].Kind == Pause // its text may go on where the lease ends
		l.reach(t, textWidth(t.text)+12, func(j int) bool {
			return l.passes(j, t.lane) && !(pause && l.events[j].Kind == Expire) || l.hasLabel(j, t.lane)
		})
	}
	for _, t := range l.tokens {
		l.reach(t, boldWidth(t.text)+16, func(j int) bool { return l.touches(j, t.lane) })
	}
	for _, t := range l.carried {
		l.reach(t, textWidth(t.text)+14, func(j int) bool { return l.passes(j, t.lane+1) })
	}
	for _, f := range l.flags {
		c.keep(f.column, margin+f.width(), margin+20)
	}
}

// reach keeps the first later column that is in the way at a distance.
func (l *layout) reach(t label, distance int, inTheWay func(column int) bool) {
	l.column.keep(t.column, 0, distance+margin)
	for j := t.column + 1; j < len(l.events); j++ {
		if inTheWay(j) {
			l.column.keepApart(t.column, j, distance)
			return
		}
	}
}

// span returns the lanes between which the event draws a line, upper first.
func (l *layout) span(column int) (upper, lower int) {
	e := l.events[column]
	from, to := l.lane(e.Actor), l.lane(e.Peer)
	if to < 0 {
		return from, from
	}
	return min(from, to), max(from, to)
}

// passes reports whether a line of the event passes just above the lane.
func (l *layout) passes(column, lane int) bool {
	upper, lower := l.span(column)
	return upper < lane && lane <= lower
}

// touches reports whether the event draws something on the lane itself.
func (l *layout) touches(column, lane int) bool {
	upper, lower := l.span(column)
	return upper <= lane && lane <= lower
}

func (l *layout) hasLabel(column, lane int) bool {
	return slices.ContainsFunc(l.labels, func(t label) bool { return t.column == column && t.lane == lane })
}

// stack puts the lanes below each other, and the flags below their storages.
func (l *layout) stack() {
	y := margin + axisHeight - laneGap/2
	l.y = make([]int, len(l.lanes))
	for lane := range l.lanes {
		y += laneGap / 2
		if l.labelled[lane] {
			y += lineHeight + 2
		}
		y += barHalf
		l.y[lane] = y
		y += barHalf
		if rows := l.hang(lane); rows > 0 {
			y += rows*lineHeight + 8
		}
		y += laneGap / 2
	}
	l.height = y + noteHeight
}

// hang gives each flag of a storage the first row that is free as far as the
// flag goes, and returns how many rows there are. A flag ends at its own pole,
// and the poles of later ones are further right: they cross no text.
func (l *layout) hang(lane int) (rows int) {
	var ends []int // by row: where the last flag in it ends
	for n := range l.flags {
		f := &l.flags[n]
		if f.lane != lane {
			continue
		}
		x := l.column.x[f.column]
		for !l.free(ends, f, x-f.width()) {
			f.row++
		}
		if bottom := f.row + len(f.lines); bottom > len(ends) {
			ends = append(ends, make([]int, bottom-len(ends))...)
		}
		for row := range f.row + len(f.lines) { // its own rows, and those that its pole passes
			ends[row] = x + 10
		}
		rows = len(ends)
	}
	return rows
}

func (l *layout) free(ends []int, f *flag, left int) bool {
	for row := f.row; row < f.row+len(f.lines); row++ {
		if row < len(ends) && ends[row] > left {
			return false
		}
	}
	return true
}
