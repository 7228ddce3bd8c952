package timeline

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
	type place struct{ column, lane int }
	labels := make(map[place]bool)
	for _, t := range l.labels {
		labels[place{t.column, t.lane}] = true
	}
	for _, t := range l.labels {
		pause := l.events[t.column].Kind == Pause // its text may go on where the lease ends
		l.reach(t, textWidth(t.text)+12, func(j int) bool {
			return l.passes(j, t.lane) && !(pause && l.events[j].Kind == Expire) || labels[place{j, t.lane}]
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

// A span is the lanes between which an event draws a line.
type span struct{ upper, lower int }

func (l *layout) span(e Event) span {
	from, to := l.lane(e.Actor), l.lane(e.Peer)
	if to < 0 {
		return span{from, from}
	}
	return span{min(from, to), max(from, to)}
}

// passes reports whether a line of the event passes just above the lane.
func (l *layout) passes(column, lane int) bool {
	s := l.spans[column]
	return s.upper < lane && lane <= s.lower
}

// touches reports whether the event draws something on the lane itself.
func (l *layout) touches(column, lane int) bool {
	s := l.spans[column]
	return s.upper <= lane && lane <= s.lower
}
