package timeline

import (
	"fmt"
	"math"
	"strings"
)

// drawEvent draws the lines and marks of an event.
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
		if !d.landed[i] {
			d.arrow(x, actor, peer, around(e))
		}
		d.verdict(e, x, d.y[peer])
	}
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
	d.add(`<path class="message" d="M%d %dV%d"/>`, x, d.y[from]+down*d.border(x, from), end)
	d.head(x, end, x, end-down)
}

// delayed draws a packet that waits below its sender's lane until it lands.
func (d *drawing) delayed(i int) {
	x, actor, peer := d.column.x[i], d.lane(d.events[i].Actor), d.lane(d.events[i].Peer)
	down := 1
	if peer < actor {
		down = -1
	}
	y := d.y[actor] + down*d.border(x, actor)
	wait := d.y[actor] + down*(barHalf+9)
	landing, found := d.landings[i]
	if !found || !d.landed[landing] {
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

// border is how far from the middle of a lane an arrow begins: at the border of
// a bar, if there is one.
func (d *drawing) border(x, lane int) int {
	for _, b := range d.bars {
		if from, to := d.ends(b); b.lane == lane && from <= x && x <= to {
			return barHalf
		}
	}
	return 0
}
