package timeline

import "example.com/fencing/chapter"

// A FencedStorage is a [chapter.FencedStorage] whose visitors are recorded.
type FencedStorage struct {
	storage  *chapter.FencedStorage
	name     string
	recorder *Recorder
}

// FencedStorage has what happens to s recorded, in a lane of that name.
func (r *Recorder) FencedStorage(name string, s *chapter.FencedStorage) *FencedStorage {
	return &FencedStorage{s, name, r}
}

// From returns the storage as that client reaches it.
func (s *FencedStorage) From(client string) FencedClient { return FencedClient{s, client} }

// A FencedClient is one client of a [FencedStorage].
type FencedClient struct {
	s      *FencedStorage
	client string
}

// Write is [chapter.FencedStorage.Write].
func (c FencedClient) Write(data string, token chapter.Token) error {
	return c.land(data, token, 0)
}

// Send sends a write that is delayed: it lands when arrive is called.
func (c FencedClient) Send(data string, token chapter.Token) (arrive func() error) {
	sent := c.s.recorder.do(func() Event { return c.event(Send, data, token, nil) })
	return func() error { return c.land(data, token, sent.Packet) }
}

// Claim is [chapter.FencedStorage.Claim].
func (c FencedClient) Claim(token chapter.Token) (data string, err error) {
	c.s.recorder.do(func() Event {
		data, err = c.s.storage.Claim(token)
		return c.event(Claim, data, token, err)
	})
	return data, err
}

// Read is [chapter.FencedStorage.Read].
func (c FencedClient) Read() (data string) {
	c.s.recorder.do(func() Event {
		data = c.s.storage.Read()
		return c.event(Read, data, 0, nil)
	})
	return data
}

func (c FencedClient) land(data string, token chapter.Token, packet int) (err error) {
	c.s.recorder.do(func() Event {
		err = c.s.storage.Write(data, token)
		e := c.event(Write, data, token, err)
		e.Packet = packet
		return e
	})
	return err
}

func (c FencedClient) event(kind Kind, data string, token chapter.Token, err error) Event {
	return Event{Kind: kind, Actor: c.client, Peer: c.s.name, Data: data, Token: token, Err: err}
}
