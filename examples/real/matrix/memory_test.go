package main

import (
	"context"
	"sync"
	"time"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/fencetest"
	"example.com/fencing/chapter/keyed"
	"example.com/fencing/examples/real/internal/systems"
)

// memory is a sound system inside of the process, on the clock of the bubble that
// it is opened in.
func memory(name string) systems.Opener { return broken(name, func(*systems.Client) {}) }

// broken is one that has something done to it.
func broken(name string, do func(*systems.Client)) systems.Opener {
	return systems.Opener{Name: name, Open: func(context.Context) (*systems.System, error) {
		client := systems.Client{Locks: keyed.NewLockTable(time.Now), Store: &keyed.Bucket{}, Plain: &plainMemory{data: make(map[string][]byte)}}
		do(&client)
		another := func() (systems.Client, error) { return client, nil }
		return &systems.System{Name: name, Client: client, Another: another}, nil
	}}
}

type plainMemory struct {
	mu   sync.Mutex
	data map[string][]byte
}

func (p *plainMemory) Write(_ context.Context, key string, data []byte) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.data[key] = data
	return nil
}

func (p *plainMemory) Read(_ context.Context, key string) ([]byte, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.data[key], nil
}

// unfenced takes whatever comes, whichever the token.
type unfenced struct {
	fencetest.Store
	plainMemory
}

func (u *unfenced) Write(ctx context.Context, key string, data []byte, _ chapter.Token) error {
	return u.plainMemory.Write(ctx, key, data)
}

func (u *unfenced) Read(ctx context.Context, key string) ([]byte, chapter.Token, error) {
	data, err := u.plainMemory.Read(ctx, key)
	return data, 0, err
}

// polite calls every late write stale, and keeps it all the same.
type polite struct{ unfenced }

func (p *polite) Write(ctx context.Context, key string, data []byte, token chapter.Token) error {
	_ = p.unfenced.Write(ctx, key, data, token)
	if string(data) == staleData {
		return &chapter.StaleTokenError{Token: token, Highest: token + 1}
	}
	return nil
}

// careful is a storage said to have no fence that drops the late write.
type careful struct{ plainMemory }

func (c *careful) Write(ctx context.Context, key string, data []byte) error {
	if string(data) == staleData {
		return nil
	}
	return c.plainMemory.Write(ctx, key, data)
}

// grants changes each lease before the client has it.
type grants struct {
	fencetest.Locker
	change func(*chapter.Lease, time.Duration)
}

func (g grants) Acquire(ctx context.Context, name, holder string, ttl time.Duration) (chapter.Lease, error) {
	lease, err := g.Locker.Acquire(ctx, name, holder, ttl)
	g.change(&lease, ttl)
	return lease, err
}

// generous grants a lease to everybody who asks, whoever holds it.
type generous struct{ fencetest.Locker }

func (g generous) Acquire(ctx context.Context, name, holder string, ttl time.Duration) (chapter.Lease, error) {
	return g.Locker.Acquire(ctx, name+" for "+holder, holder, ttl)
}

// longLocks is a service whose clock stands still, so that no lease ends.
type longLocks struct {
	fencetest.Locker
	now time.Time
}

func (l longLocks) Acquire(ctx context.Context, name, holder string, ttl time.Duration) (chapter.Lease, error) {
	lease, err := l.Locker.Acquire(ctx, name, holder, 100*time.Hour)
	lease.Expires = l.now.Add(ttl)
	return lease, err
}
