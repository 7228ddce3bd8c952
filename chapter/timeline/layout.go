package timeline

import (
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
	index         map[string]int // of a lane, by its name
	column        *columns
	y             []int // by lane
	labelled      []bool
	spans         []span // by column: what its line goes from and to
	width, height int
	nameWidth     int

	labels  []label // above lanes
	tokens  []label // in bars
	carried []label // beside arrows
	times   []label
	flags   []flag // below storages

	landings map[int]int  // by the column of a Send: that of the next event with its packet
	landed   map[int]bool // by the column of a Write: whether it is that of a Send
}

// A label is a text at a column.
type label struct {
	column, lane int
	text         string
}

// A flag hangs below a storage and says what became of a message.
type flag struct {
	label
	lines    []string // cut
	whole    []string
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
	l.index = make(map[string]int)
	for lane, name := range l.lanes {
		l.index[name] = lane
	}
	l.labelled = make([]bool, len(l.lanes))
	l.follow()
	for _, e := range events {
		l.spans = append(l.spans, l.span(e))
	}
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
	maxFlag  = 32
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

// lane returns the lane of that name, or -1.
func (l *layout) lane(name string) int {
	if lane, ok := l.index[name]; ok {
		return lane
	}
	return -1
}

// follow finds where each packet lands.
func (l *layout) follow() {
	type packet struct {
		number      int
		actor, peer string
	}
	l.landings, l.landed = make(map[int]int), make(map[int]bool)
	next := make(map[packet]int)
	for i := len(l.events) - 1; i >= 0; i-- {
		e := l.events[i]
		if e.Packet == 0 {
			continue
		}
		p := packet{e.Packet, e.Actor, e.Peer}
		if j, ok := next[p]; ok && e.Kind == Send {
			l.landings[i] = j
			l.landed[j] = l.events[j].Kind == Write
		}
		next[p] = i
	}
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
		left := x - f.width()
		for !l.free(ends, f, left) {
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
