package timeline

import (
	"fmt"
	"slices"
)

// standing is the picture between two events: each lane as it is.
func (p *Printer) standing() []rune {
	picture := []rune(pad("", p.lane*len(p.actors)))
	for i, actor := range p.actors {
		picture[i*p.lane] = p.clients[actor].rune()
	}
	return picture
}

func (c client) rune() rune {
	switch {
	case c.paused:
		return '┊'
	case c.token == 0:
		return ' '
	case c.over:
		return '·'
	}
	return '│'
}

// picture is the picture of one event.
func (p *Printer) picture(e Event) string {
	a := p.arrow(e)
	picture := p.standing()
	from, to := slices.Index(p.actors, a.from), slices.Index(p.actors, a.to)
	if from < 0 || to < 0 || from == to {
		if at := slices.Index(p.actors, e.Actor); at >= 0 {
			picture[at*p.lane] = a.alone()
		}
		return string(picture)
	}
	first, last, head := from*p.lane+1, to*p.lane-1, '►'
	if to < from {
		first, last, head = to*p.lane+1, from*p.lane-1, '◄'
	}
	if a.lost { // it gets as far as the middle of nowhere
		if to > from {
			last = first + p.lane - 3
		} else {
			first = last - p.lane + 3
		}
	}
	for at := first; at <= last; at++ {
		if picture[at] == ' ' {
			picture[at] = a.line
		}
	}
	p.write(picture, a.label, from, to)
	picture[from*p.lane] = a.start
	if !a.lost {
		picture[to*p.lane] = a.end
		if to > from {
			picture[last] = head
		} else {
			picture[first] = head
		}
	}
	return string(picture)
}

// write puts the label onto the arrow, where it leaves its sender, if there is
// room.
func (p *Printer) write(picture []rune, label string, from, to int) {
	left := min(from, to)
	if to < from {
		left = from - 1
	}
	if room := p.lane - 3; label != "" && len(label) < room {
		copy(picture[left*p.lane+1+(room-len(label)+1)/2:], []rune(label))
	}
}

// An arrow is how an event looks: a line from lane to lane, or a mark in one.
type arrow struct {
	from, to   string
	start, end rune
	line       rune
	label      string
	lost       bool // it does not arrive, or not yet
}

// alone is the mark of an arrow that has no two lanes to go from and to.
func (a arrow) alone() rune {
	if a.end == '×' || a.end == '!' {
		return a.end
	}
	return '●'
}

func (p *Printer) arrow(e Event) arrow {
	a := arrow{from: e.Actor, to: e.Peer, start: '●', end: '●', line: '─'}
	if e.Token != 0 && !e.Bare {
		a.label = fmt.Sprint(e.Token)
	}
	switch {
	case e.Refused():
		a.end = '×'
	case e.Damage():
		a.end = '!'
	}
	switch e.Kind {
	case Grant, Renew:
		if !e.Refused() {
			a.from, a.to, a.end = e.Peer, e.Actor, p.clients[e.Actor].rune()
		}
	case Read:
		if !e.Refused() {
			a.from, a.to = e.Peer, e.Actor
		}
	case Send:
		a.line, a.lost = '-', true
	case Write:
		if e.Packet != 0 {
			a.line, a.start = '-', p.clients[e.Actor].rune()
		}
	case Expire:
		return arrow{end: '×'}
	}
	if e.Peer == "" {
		a.to = a.from
	}
	return a
}
