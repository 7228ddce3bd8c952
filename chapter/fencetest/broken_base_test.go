package fencetest

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"time"

	"example.com/fencing/chapter"
)

// A comparing store has everything right but, perhaps, how it compares.
type comparing struct {
	refuses func(token, mark chapter.Token) bool

	mu      sync.Mutex
	objects map[string]object
}

type object struct {
	data []byte // nil: none
	mark chapter.Token
}

func (c *comparing) fenced(ctx context.Context, key string, token chapter.Token, change func(*object)) (object, error) {
	if err := ctx.Err(); err != nil {
		return object{}, err
	}
	if token == 0 {
		return object{}, chapter.ErrNoToken
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	o := c.objects[key]
	if c.refuses(token, o.mark) {
		return object{}, &chapter.StaleTokenError{Token: token, Highest: o.mark}
	}
	o.mark = token
	change(&o)
	if c.objects == nil {
		c.objects = map[string]object{}
	}
	c.objects[key] = o
	return o, nil
}

func (c *comparing) Claim(ctx context.Context, key string, token chapter.Token) ([]byte, error) {
	o, err := c.fenced(ctx, key, token, func(*object) {})
	return slices.Clone(o.data), err
}

func (c *comparing) Write(ctx context.Context, key string, data []byte, token chapter.Token) error {
	_, err := c.fenced(ctx, key, token, func(o *object) { o.data = append([]byte{}, data...) })
	return err
}

func (c *comparing) Delete(ctx context.Context, key string, token chapter.Token) error {
	_, err := c.fenced(ctx, key, token, func(o *object) { o.data = nil })
	return err
}

func (c *comparing) Read(ctx context.Context, key string) ([]byte, chapter.Token, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.objects[key].data), c.objects[key].mark, ctx.Err()
}

// A gap is the time between two steps that should have been one. Whoever is in
// it waits for somebody with a higher token to get ahead, so that what can go
// wrong does. When nobody does, it gives up: a low token later than a high one,
// which therefore gets ahead.
type gap struct {
	mu     sync.Mutex
	passed []chapter.Token
}

// pass is called by whoever has got ahead.
func (g *gap) pass(token chapter.Token) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.passed = append(g.passed, token)
}

// wait waits for a token above.
func (g *gap) wait(token chapter.Token) {
	before := len(g.since(0))
	patience := 300 * time.Microsecond
	if 0 < token && token < 40 {
		patience += time.Duration(40-token) * 100 * time.Microsecond
	}
	for start := time.Now(); time.Since(start) < patience; runtime.Gosched() {
		for _, passed := range g.since(before) {
			if passed > token {
				return
			}
		}
	}
}

func (g *gap) since(n int) []chapter.Token {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.passed[n:]
}

// serialised makes one step of whatever a store does, so that what is wrong with
// it is wrong in every order.
type serialised struct {
	mu sync.Mutex
	s  Store
}

func (l *serialised) Claim(ctx context.Context, key string, token chapter.Token) ([]byte, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.s.Claim(ctx, key, token)
}

func (l *serialised) Read(ctx context.Context, key string) ([]byte, chapter.Token, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.s.Read(ctx, key)
}

func (l *serialised) Write(ctx context.Context, key string, data []byte, token chapter.Token) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.s.Write(ctx, key, data, token)
}

func (l *serialised) Delete(ctx context.Context, key string, token chapter.Token) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.s.Delete(ctx, key, token)
}
