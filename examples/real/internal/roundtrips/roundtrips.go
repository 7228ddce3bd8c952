// Package roundtrips counts what a client sends and waits for, so that a claim
// about it is a number and not a guess.
package roundtrips

import (
	"net"
	"sync"
)

// A Counter counts the round trips on its connections: how often something is
// sent after something was received. What is sent in several pieces without
// waiting in between is one round trip.
type Counter struct {
	mu    sync.Mutex
	count int
}

// Of returns how many round trips f takes. Nobody else may use the connections
// meanwhile.
func (c *Counter) Of(f func()) int {
	before := c.total()
	f()
	return c.total() - before
}

func (c *Counter) total() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.count
}

// Conn returns a connection that counts, and passes all on to conn.
func (c *Counter) Conn(conn net.Conn) net.Conn { return &counted{Conn: conn, counter: c} }

type counted struct {
	net.Conn
	counter *Counter
	sent    bool // and nothing received since
}

func (c *counted) Write(b []byte) (int, error) {
	c.counter.mu.Lock()
	if !c.sent {
		c.sent = true
		c.counter.count++
	}
	c.counter.mu.Unlock()
	return c.Conn.Write(b)
}

func (c *counted) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if n > 0 {
		c.counter.mu.Lock()
		c.sent = false
		c.counter.mu.Unlock()
	}
	return n, err
}
