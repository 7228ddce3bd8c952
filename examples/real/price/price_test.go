package main

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/fencing/examples/real/internal/servers"
	"example.com/fencing/examples/real/internal/systems"
)

// One iteration is a round of both kinds. There is no ns/op, which would be the sum
// of the two.
func BenchmarkPrice(b *testing.B) {
	eachStorage(b, func(b *testing.B, system *systems.System) {
		ctx := b.Context()
		m, err := newMeter(ctx, system)
		require.NoError(b, err)
		for b.Loop() {
			require.NoError(b, m.run(ctx))
		}
		p, err := m.price(ctx)
		require.NoError(b, err)
		b.ReportMetric(0, "ns/op")
		b.ReportMetric(p.ratio, "fenced/plain")
		b.ReportMetric(p.plain, "plain/s")
		b.ReportMetric(p.fenced, "fenced/s")
		if system.RoundTrips != nil {
			b.ReportMetric(p.plainTrips, "plain-trips")
			b.ReportMetric(p.fencedTrips, "fenced-trips")
		}
	})
}

// eachStorage runs f on each storage that is here.
func eachStorage[T interface {
	testing.TB
	Run(string, func(T)) bool
}](t T, f func(t T, system *systems.System)) {
	for _, opener := range systems.Openers {
		t.Run(opener.Name, func(t T) {
			system, err := opener.Open(t.Context())
			if absent := (*servers.AbsentError)(nil); errors.As(err, &absent) && !servers.Required() {
				t.Skip(absent)
			}
			require.NoError(t, err)
			defer func() { require.NoError(t, system.Close()) }()
			if system.Store == nil {
				t.Skip("it grants leases and stores nothing")
			}
			f(t, system)
		})
	}
}
