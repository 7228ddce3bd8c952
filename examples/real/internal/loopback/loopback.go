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

// reserved has the UDP side of every port that was given away, which nobody uses.
// Who holds it, holds the port among all processes that ask here, also while its
// server is dead, and until its own process ends.
var reserved struct {
	sync.Mutex
	ports []net.PacketConn
}

// FreePort returns a port of the loopback interface that nobody listens on, that
// no outgoing connection is given, and that is given to nobody else who asks here.
func FreePort() (int, error) {
	var err error
	for range 100 {
		port := lowest + rand.IntN(highest-lowest)
		if err = reserve(fmt.Sprint("127.0.0.1:", port)); err == nil {
			return port, nil
		}
	}
	return 0, fmt.Errorf("no port is free on the loopback interface: %w", err)
}

func reserve(address string) error {
	reservation, err := net.ListenPacket("udp", address)
	if err != nil {
		return err
	}
	free, err := net.Listen("tcp", address)
	if err != nil {
		reservation.Close()
		return err
	}
	reserved.Lock()
	defer reserved.Unlock()
	reserved.ports = append(reserved.ports, reservation)
	return free.Close()
}
