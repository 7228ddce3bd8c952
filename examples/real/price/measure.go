package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"example.com/fencing/chapter"
	"example.com/fencing/examples/real/internal/systems"
)

const (
	grantLasts = 100 // writes under one token; then comes the next
	valueSize  = 100 // bytes
	countOver  = 200 // writes whose round trips are counted: two grants
)

// A meter times plain and fenced writes to one storage by turns, so that whatever
// else the machine does hits both alike.
type meter struct {
	system *systems.System
	data   *rand.ChaCha8
	token  chapter.Token
	left   int // writes until the next grant

	rounds []round
}

// A round is a plain write, two fenced ones, and a plain one: how long one of each
// kind took. Whatever grows from write to write grows for both kinds by the same.
type round struct{ plain, fenced time.Duration }

// newMeter makes the writes that connect, prepare and remember.
func newMeter(ctx context.Context, system *systems.System) (*meter, error) {
	m := &meter{system: system, data: rand.NewChaCha8([32]byte{}), token: 33, left: grantLasts}
	return m, errors.Join(m.plain(ctx), m.fenced(ctx))
}

// run adds a round.
func (m *meter) run(ctx context.Context) error {
	var took [4]time.Duration
	last := time.Now()
	for n, write := range []func(context.Context) error{m.plain, m.fenced, m.fenced, m.plain} {
		if err := write(ctx); err != nil {
			return err
		}
		now := time.Now()
		took[n] = now.Sub(last)
		last = now
	}
	m.rounds = append(m.rounds, round{plain: (took[0] + took[3]) / 2, fenced: (took[1] + took[2]) / 2})
	return nil
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

// price sums up, and counts the round trips of some more writes.
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
			for n := 0; n < countOver && err == nil; n++ {
				err = kind.write(ctx)
			}
		})
		if err != nil {
			return p, fmt.Errorf("counting round trips: %w", err)
		}
		*kind.trips = float64(sum) / countOver
	}
	return p, nil
}
