package systems

import (
	"net"
	"time"
)

// firstAnswer is how long ZooKeeper may take to answer a client's first request.
const firstAnswer = 5 * time.Second

// DialZooKeeper is a dialer for ZooKeeper's client library. A server that was just
// starting may never answer the first request on a connection, and the library waits
// for that for almost seven times the session's timeout. It connects again if the
// connection gives up, so here it does.
func DialZooKeeper(network, address string, timeout time.Duration) (net.Conn, error) {
	conn, err := net.DialTimeout(network, address, timeout)
	if err != nil {
		return nil, err
	}
	return &impatient{Conn: conn}, nil
}

// An impatient connection does not wait for long when it waits for the first time.
type impatient struct {
	net.Conn
	asked bool
}

// SetReadDeadline is called by one goroutine until there is a session.
func (c *impatient) SetReadDeadline(deadline time.Time) error {
	if soon := time.Now().Add(firstAnswer); !c.asked && deadline.After(soon) {
		deadline = soon
	}
	c.asked = true
	return c.Conn.SetReadDeadline(deadline)
}
