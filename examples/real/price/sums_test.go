package main

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestThePriceOfSomeRounds(t *testing.T) {
	ms := time.Millisecond
	for name, c := range map[string]struct {
		rounds []round
		want   price
	}{
		"one round is all there is to say": {
			[]round{{2 * ms, 3 * ms}},
			price{rounds: 1, plain: 500, fenced: 1000. / 3, ratio: 1.5, low: 1.5, high: 1.5},
		},
		"a slow moment that hits both alike does not show in the ratio": {
			[]round{{2 * ms, 3 * ms}, {200 * ms, 300 * ms}, {2 * ms, 3 * ms}},
			price{rounds: 3, plain: 500, fenced: 1000. / 3, ratio: 1.5, low: 1.5, high: 1.5},
		},
		"one that hits one of them does not move the median": {
			[]round{{2 * ms, 2 * ms}, {2 * ms, 200 * ms}, {2 * ms, 2 * ms}},
			price{rounds: 3, plain: 500, fenced: 500, ratio: 1, low: 1, high: 100},
		},
		"of two the median is between them": {
			[]round{{2 * ms, 2 * ms}, {2 * ms, 4 * ms}},
			price{rounds: 2, plain: 500, fenced: 1000. / 3, ratio: 1.5, low: 1, high: 2},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got := newPrice("", c.rounds)
			for what, pair := range map[string][2]float64{
				"rounds": {float64(c.want.rounds), float64(got.rounds)},
				"plain":  {c.want.plain, got.plain}, "fenced": {c.want.fenced, got.fenced},
				"ratio": {c.want.ratio, got.ratio}, "low": {c.want.low, got.low}, "high": {c.want.high, got.high},
			} {
				assert.InDelta(t, pair[0], pair[1], 1e-6, what)
			}
		})
	}
}

// The tables say which of the values, in order, the ends are.
func TestTheIntervalOfAMedian(t *testing.T) {
	for _, c := range []struct {
		n         int
		low, high float64
	}{
		{1, 1, 1}, {2, 1, 2}, {6, 1, 6}, {8, 1, 8}, {9, 2, 8}, {10, 2, 9}, {20, 6, 15}, {100, 40, 61}, {1000, 469, 532},
	} {
		var values []float64
		for n := range c.n {
			values = append(values, float64(c.n-n))
		}
		low, high := interval(values)
		assert.Equal(t, []float64{c.low, c.high}, []float64{low, high}, "of %d", c.n)
	}
}

func TestARow(t *testing.T) {
	for _, c := range []struct {
		p    price
		want string
	}{
		{
			price{system: "zookeeper", plain: 387.4, fenced: 263.6, ratio: 1.346, low: 1.17, high: 1.5, plainTrips: 1, fencedTrips: 2.05},
			"zookeeper             387       264    1.35   1.17 to 1.50      1   2.05\n",
		},
		{
			price{system: "bolt", plain: 533, fenced: 522, ratio: 1, low: 0.9, high: 1.1},
			"bolt                  533       522    1.00   0.90 to 1.10      -      -\n",
		},
	} {
		var out strings.Builder
		row(&out, c.p)
		assert.Equal(t, c.want, out.String())
	}
}
