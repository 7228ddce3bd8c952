package timeline

import "example.com/fencing/chapter"

// A client is what a drawing remembers of an actor from one event to the next.
type client struct {
	token  chapter.Token // of the lease it acts on, 0 for none
	from   string        // the lock service that granted it
	over   bool          // that lease has ended, and the client has not noticed
	paused bool
}

// after returns the client as the event leaves it.
func (c client) after(e Event) client {
	switch e.Kind {
	case Grant, Renew:
		if !e.Refused() {
			c.token, c.from, c.over = e.Token, e.Peer, false
		}
	case Release:
		if !e.Refused() && c.token == e.Token && c.from == e.Peer {
			c.token, c.over = 0, false
		}
	case Expire:
		if c.token == e.Token && c.from == e.Peer {
			c.over = true
		}
	case Look:
		if e.over() && c.token == e.Token { // now it knows
			c.token, c.over = 0, false
		}
	case Pause:
		c.paused = true
	case Wake:
		c.paused = false
	}
	return c
}
