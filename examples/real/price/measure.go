package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"example.com/fencing/chapter"
	"example.com/fencing/examples/real/internal/systems"
)

const (
	batch      = 20  // writes of each kind in a round
	grantLasts = 100 // writes under one token; then comes the next
	valueSize  = 100 // bytes
)

// A meter times plain and fenced writes to one storage in turn, so that whatever
// else the machine does hits both alike.
type meter struct {
	system *systems.System
	data   *rand.ChaCha8
	token  chapter.Token
	left   int // writes until the next grant

	rounds []round
}

// A round is a batch of each kind: how long a write took in it.
type round struct{ plain, fenced time.Duration }

// newMeter makes the writes that connect, prepare and remember.
func newMeter(ctx context.Context, system *systems.System) (*meter, error) {
	m := &meter{system: system, data: rand.NewChaCha8([32]byte{}), token: 33, left: grantLasts}
	_, err := m.measure(ctx)
	return m, err
}

// run adds a round.
func (m *meter) run(ctx context.Context) error {
	r, err := m.measure(ctx)
	if err == nil {
		m.rounds = append(m.rounds, r)
	}
	return err
}

// measure has the two kinds take turns write by write, and begin by turns: plain,
// fenced, fenced, plain, and so on.
func (m *meter) measure(ctx context.Context) (r round, err error) {
	for n := range batch {
		first, second := m.plain, m.fenced
		if n%2 == 1 {
			first, second = second, first
		}
		start := time.Now()
		if err := first(ctx); err != nil {
			return r, err
		}
		middle := time.Now()
		if err := second(ctx); err != nil {
			return r, err
		}
		plain, fenced := middle.Sub(start), time.Since(middle)
		if n%2 == 1 {
			plain, fenced = fenced, plain
		}
		r.plain += plain / batch
		r.fenced += fenced / batch
	}
	return r, nil
}

func (m *meter) plain(ctx context.Context) error {
	return m.system.Plain.Write(ctx, "report", m.value())
}

func (m *meter) fenced(ctx context.Context) error {
	if m.left == 0 {
		m.token++
		m.left = grantLasts
	}
	m.left--
	return m.system.Store.Write(ctx, "report", m.value(), m.token)
}

// value returns data as it was never written before: a database that is given the
// bytes it has may leave out the write, and its sync.
func (m *meter) value() []byte {
	data := make([]byte, valueSize)
	m.data.Read(data)
	return data
}

// price sums up, and counts the round trips of one more batch of each kind.
func (m *meter) price(ctx context.Context) (price, error) {
	p := newPrice(m.system.Name, m.rounds)
	if m.system.RoundTrips == nil {
		return p, nil
	}
	for _, kind := range []struct {
		write func(context.Context) error
		trips *float64
	}{{m.plain, &p.plainTrips}, {m.fenced, &p.fencedTrips}} {
		var err error
		sum := m.system.RoundTrips(func() {
			for n := 0; n < batch && err == nil; n++ {
				err = kind.write(ctx)
			}
		})
		if err != nil {
			return p, fmt.Errorf("counting round trips: %w", err)
		}
		*kind.trips = float64(sum) / batch
	}
	return p, nil
}
