// Package cutproxy loses replies. It stands between a client and a server, passes
// on what they say, and on demand cuts the connection after a request has reached
// the server and before the client hears of it. That is the moment at which a
// client cannot know what became of its request.
package cutproxy

import (
	"bytes"
	"net"
	"slices"
	"sync"
)

// longest is how many bytes of a text are looked for.
const longest = 256

// A Proxy listens on a free port of the loopback interface.
type Proxy struct {
	listener net.Listener
	dial     func() (net.Conn, error)

	mu     sync.Mutex
	trap   *trap // nil if none is set
	lines  map[*line]bool
	closed bool
}

// A trap waits for a request.
type trap struct {
	text   []byte
	sprung chan struct{}
}

// A line is a client's connection, and the one to the server that belongs to it.
type line struct {
	client, server net.Conn
	silent         bool // guarded by Proxy.mu: the client is told nothing any more
}

// Start starts a proxy. To connect to the server it calls dial.
func Start(dial func() (net.Conn, error)) (*Proxy, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &Proxy{listener: listener, dial: dial, lines: make(map[*line]bool)}
	go p.accept()
	return p, nil
}

// To returns a dial for a server at a fixed address.
func To(network, address string) func() (net.Conn, error) {
	return func() (net.Conn, error) { return net.Dial(network, address) }
}

// Address is where the proxy listens, as host:port.
func (p *Proxy) Address() string { return p.listener.Addr().String() }

// Swallow has the proxy wait for the next request that has text in it, pass it on,
// and keep from that client whatever the server says from then on. The channel is
// closed once the request has been passed on. That is a little earlier than the
// server has done it: wait for the effect, if there is to be one, then Cut. The
// text has at most 256 bytes.
func (p *Proxy) Swallow(text string) <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.trap = &trap{[]byte(text), make(chan struct{})}
	return p.trap.sprung
}

// Cut breaks the connections on which a reply was kept. The client may connect
// again.
func (p *Proxy) Cut() { p.hangUp(func(l *line) bool { return l.silent }) }

// Close breaks all connections, and takes no more.
func (p *Proxy) Close() error {
	p.mu.Lock()
	p.closed = true
	p.mu.Unlock()
	p.hangUp(func(*line) bool { return true })
	return p.listener.Close()
}

func (p *Proxy) hangUp(which func(*line) bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for l := range p.lines {
		if which(l) {
			l.close()
			delete(p.lines, l)
		}
	}
}

// close closes both ends; that it has been closed already is no matter.
func (l *line) close() {
	_ = l.client.Close()
	_ = l.server.Close()
}

func (p *Proxy) accept() {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return
		}
		server, err := p.dial()
		if err != nil {
			_ = client.Close() // as a server does that is not there
			continue
		}
		l := &line{client: client, server: server}
		p.mu.Lock()
		if p.closed {
			l.close()
		}
		p.lines[l] = true
		p.mu.Unlock()
		go p.pass(l, p.requests)
		go p.pass(l, p.replies)
	}
}

// pass passes one direction on until one end is closed, and then closes both. A
// client that is to hear nothing does not hear of that either.
func (p *Proxy) pass(l *line, direction func(*line)) {
	direction(l)
	p.hangUp(func(other *line) bool { return other == l && !l.silent })
}

// requests passes on what the client says.
func (p *Proxy) requests(l *line) {
	var tail []byte // the text may arrive in pieces
	buffer := make([]byte, 64<<10)
	for {
		n, err := l.client.Read(buffer)
		if n > 0 {
			sprung := p.springs(l, tail, buffer[:n])
			if _, err := l.server.Write(buffer[:n]); err != nil {
				return
			}
			if sprung != nil {
				close(sprung)
			}
			tail = append(tail, buffer[:n]...)
			tail = bytes.Clone(tail[max(0, len(tail)-longest):])
		}
		if err != nil {
			return
		}
	}
}

// springs reports whether the text that is waited for ends in this piece: before
// it is passed on, for the reply may be quick.
func (p *Proxy) springs(l *line, tail, piece []byte) (sprung chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.trap == nil {
		return nil
	}
	tail = tail[max(0, len(tail)-len(p.trap.text)+1):]
	if !bytes.Contains(slices.Concat(tail, piece), p.trap.text) {
		return nil
	}
	sprung = p.trap.sprung
	p.trap = nil
	l.silent = true
	return sprung
}

// replies passes on what the server says, unless the client is to hear nothing.
func (p *Proxy) replies(l *line) {
	buffer := make([]byte, 64<<10)
	for {
		n, err := l.server.Read(buffer)
		p.mu.Lock()
		silent := l.silent
		p.mu.Unlock()
		if n > 0 && !silent {
			if _, err := l.client.Write(buffer[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}
