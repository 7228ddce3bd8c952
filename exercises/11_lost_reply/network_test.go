package lost_reply_test

import (
	"fmt"

	"example.com/fencing/chapter/schedule"
	lost_reply "example.com/fencing/exercises/11_lost_reply"
)

// A fault is what the network does to a message.
type fault int

const (
	lostRequest fault = iota
	lostReply
	late    // the request arrives when the client has given it up
	doubled // the request arrives in time, and once more later
)

var announced = [...]string{
	lostRequest: "will lose the next request",
	lostReply:   "will lose the next reply",
	late:        "will hold the next request back",
	doubled:     "will double the next request",
}

// network delivers a message at once, unless a fault was announced.
type network struct {
	ahead []fault                     // for the next messages
	held  []func(p *schedule.Process) // what still has to arrive
}

// misbehave is the process of the network.
func (s *scene) misbehave(p *schedule.Process, faults []fault) {
	for _, f := range faults {
		p.Await(announced[f], s.goesOn)
		s.network.ahead = append(s.network.ahead, f)
		if f == late || f == doubled {
			p.Await("delivers what it held back", func() bool { return len(s.network.held) > 0 && s.goesOn() })
			deliver := s.network.held[0]
			s.network.held = s.network.held[1:]
			deliver(p)
		}
	}
}

// A call is one Call of a client under way.
type call struct {
	*scene
	p      *schedule.Process
	client string
	what   string // add 10

	ids      []string // of its tries
	answered bool
	answer   error
	added    int // how often, if it is an Add
	returned bool
	err      error
}

func (s *scene) newCall(p *schedule.Process, client, what string) *call {
	c := &call{scene: s, p: p, client: client, what: what}
	s.calls = append(s.calls, c)
	return c
}

// send is one try. Its first may have to wait for a condition.
func (c *call) send(id, text string, condition func() bool, deliver func(p *schedule.Process) error) error {
	c.judgeTry(id)
	if len(c.ids) > 1 {
		text, condition = fmt.Sprintf("try %d: %s", len(c.ids), text), c.goesOn
	}
	c.p.Await(text, condition)
	if len(c.network.ahead) == 0 {
		return c.arrive(deliver)
	}
	f := c.network.ahead[0]
	c.network.ahead = c.network.ahead[1:]
	arriveLater := func(p *schedule.Process) {
		p.Logf("%s's %s", c.client, text)
		deliver(p)
	}
	switch f {
	case lostRequest:
		c.p.Logf("the request is lost")
	case lostReply:
		deliver(c.p)
		c.p.Logf("the reply is lost")
	case late:
		c.network.held = append(c.network.held, arriveLater)
		c.p.Logf("held back")
	case doubled:
		c.network.held = append(c.network.held, arriveLater)
		return c.arrive(deliver)
	}
	return fmt.Errorf("%w: timeout", lost_reply.ErrNoAnswer)
}

func (c *call) arrive(deliver func(p *schedule.Process) error) error {
	c.answered, c.answer = true, deliver(c.p)
	return c.answer
}
