package zookeeper_test

import (
	"fmt"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/go-zookeeper/zk"
)

// A process is what may be stopped: none of its packets leaves then, its
// heartbeats neither, and none arrives. It is the part of SIGSTOP that others see.
type process struct {
	address string
	stopped sync.RWMutex
}

func (p *process) stop() { p.stopped.Lock() }
func (p *process) wake() { p.stopped.Unlock() }

// open opens a session: it is a zookeeper.OpenSession.
func (p *process) open(timeout time.Duration) (*zk.Conn, <-chan zk.Event, error) {
	return zk.Connect(strings.Split(p.address, ","), timeout, zk.WithLogger(quiet{}), zk.WithDialer(p.dial),
		zk.WithMaxBufferSize(1<<20), zk.WithMaxConnBufferSize(1<<20))
}

// connect opens a session and returns once it is there: before, calls may fail.
func (p *process) connect(timeout time.Duration) (*zk.Conn, error) {
	conn, events, err := p.open(timeout)
	if err != nil {
		return nil, err
	}
	deadline := time.After(patience)
	for conn.State() != zk.StateHasSession {
		select {
		case <-events:
		case <-deadline:
			conn.Close()
			return nil, fmt.Errorf("no session with ZooKeeper at %s after %v: %v", p.address, patience, conn.State())
		}
	}
	return conn, nil
}

func (p *process) dial(network, address string, timeout time.Duration) (net.Conn, error) {
	p.stopped.RLock()
	defer p.stopped.RUnlock()
	conn, err := net.DialTimeout(network, address, timeout)
	return &stoppable{conn, p}, err
}

type stoppable struct {
	net.Conn
	process *process
}

func (c *stoppable) Write(b []byte) (int, error) {
	c.process.stopped.RLock()
	defer c.process.stopped.RUnlock()
	return c.Conn.Write(b)
}

func (c *stoppable) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	c.process.stopped.RLock() // what has arrived is seen after waking
	defer c.process.stopped.RUnlock()
	return n, err
}

// quiet keeps the client library from printing.
type quiet struct{}

func (quiet) Printf(string, ...any) {}

// patience is how long anything may take that happens within seconds.
const patience = time.Minute

// inTime makes a call that has no deadline of its own.
func inTime(call func() error) error {
	done := make(chan error, 1)
	go func() { done <- call() }()
	select {
	case err := <-done:
		return err
	case <-time.After(patience):
		return fmt.Errorf("still not done after %v", patience)
	}
}

// inTheEnd makes a call again and again, until it succeeds.
func inTheEnd(call func() error) error {
	for deadline := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		if err := call(); err == nil || time.Now().After(deadline) {
			return err
		}
	}
}

// start returns a process of an Example's, and its client.
func start(timeout time.Duration) (*process, *zk.Conn) {
	p := &process{address: server.Address}
	conn, err := p.connect(timeout)
	must(err)
	return p, conn
}

// home is where the Examples are at home: others may use the server, too.
var home = fmt.Sprintf("/fencing-examples-%d", time.Now().UnixNano())

// bye cleans up after an Example.
func bye(client1, client2 *zk.Conn) {
	client1.Close()
	must(remove(client2, home))
	client2.Close()
}

// must ends an Example whose preparations fail.
func must(err error) {
	if err != nil {
		panic(err)
	}
}
