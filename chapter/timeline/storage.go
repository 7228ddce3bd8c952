package timeline

import "example.com/fencing/chapter"

// A PlainStorage is a [chapter.PlainStorage] whose visitors are recorded.
type PlainStorage struct {
	storage  *chapter.PlainStorage
	name     string
	recorder *Recorder
}

// PlainStorage has what happens to s recorded, in a lane of that name.
//
// A plain write carries no token. But the recorder knows the sender's latest
// grant, and so it sees what the storage cannot: that an older grant writes over
// a newer one.
func (r *Recorder) PlainStorage(name string, s *chapter.PlainStorage) *PlainStorage {
	return &PlainStorage{s, name, r}
}

// From returns the storage as that client reaches it.
func (s *PlainStorage) From(client string) PlainClient { return PlainClient{s, client} }

// A PlainClient is one client of a [PlainStorage].
type PlainClient struct {
	s      *PlainStorage
	client string
}

// Write is [chapter.PlainStorage.Write].
func (c PlainClient) Write(data string) { c.land(data, 0) }

// Send sends a write that is delayed: it lands when arrive is called.
func (c PlainClient) Send(data string) (arrive func()) {
	sent := c.s.recorder.do(func() Event { return c.event(Send, data) })
	return func() { c.land(data, sent.Packet) }
}

// Read is [chapter.PlainStorage.Read].
func (c PlainClient) Read() (data string) {
	c.s.recorder.do(func() Event {
		data = c.s.storage.Read()
		return c.event(Read, data)
	})
	return data
}

func (c PlainClient) land(data string, packet int) {
	c.s.recorder.do(func() Event {
		c.s.storage.Write(data)
		e := c.event(Write, data)
		e.Packet = packet
		return e
	})
}

func (c PlainClient) event(kind Kind, data string) Event {
	return Event{Kind: kind, Actor: c.client, Peer: c.s.name, Data: data}
}
