// Package loopback finds ports for servers that are killed and come back.
package loopback

import (
	"fmt"
	"math/rand/v2"
	"net"
	"sync"
)

// The system takes the ports of outgoing connections from 32768 on, or higher,
// unless it is told otherwise. A server that chooses its port there and dies can
// find a client on it when it comes back, even one of its own that has connected
// to itself.
const lowest, highest = 15000, 32767

// given has the ports that this process has been given.
var given sync.Map

// FreePort returns a port of the loopback interface that nobody listens on, that
// no outgoing connection is given, and that it has not returned before.
func FreePort() (int, error) {
	var err error
	for range 100 {
		port := lowest + rand.IntN(highest-lowest)
		if _, again := given.LoadOrStore(port, true); again {
			continue
		}
		var l net.Listener
		if l, err = net.Listen("tcp", fmt.Sprint("127.0.0.1:", port)); err == nil {
			return port, l.Close()
		}
	}
	return 0, fmt.Errorf("no port is free on the loopback interface: %w", err)
}
