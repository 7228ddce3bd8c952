package timeline

// A bar is what a client's lane shows from one column to another, or to the right
// edge.
type bar struct {
	kind     barKind
	lane     int
	from, to int // columns; to is -1 for the edge
}

type barKind string

const (
	held     barKind = "held"     // a live lease
	believed barKind = "believed" // a lease that is over, and the client has not noticed
	paused   barKind = "paused"
)

// bars returns the bars of all lanes in the order in which they are drawn: a pause
// over a lease, and the solid end of a lease over the dashes that go on from it.
func bars(l *layout) []bar {
	open := make(map[string]map[barKind]int) // by client and kind: the column where it began
	var closed []bar
	clients := make(map[string]client)
	for i, e := range l.events {
		clients[e.Actor] = clients[e.Actor].after(e)
		now := clients[e.Actor]
		if open[e.Actor] == nil {
			open[e.Actor] = make(map[barKind]int)
		}
		for kind, is := range map[barKind]bool{held: now.token != 0 && !now.over, believed: now.over, paused: now.paused} {
			from, was := open[e.Actor][kind]
			granted := kind == held && e.Kind == Grant && !e.Refused()
			if was && (!is || granted) {
				closed = append(closed, bar{kind, l.lane(e.Actor), from, i})
				delete(open[e.Actor], kind)
				was = false
			}
			if is && !was {
				open[e.Actor][kind] = i
			}
		}
	}
	var all []bar
	for _, kind := range []barKind{believed, held, paused} {
		for _, b := range closed {
			if b.kind == kind {
				all = append(all, b)
			}
		}
		for lane, name := range l.lanes {
			if from, is := open[name][kind]; is {
				all = append(all, bar{kind, lane, from, -1})
			}
		}
	}
	return all
}
