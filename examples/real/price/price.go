package main

import (
	"math"
	"slices"
	"time"
)

// A price is what a fenced write costs on one storage, beside a plain one.
type price struct {
	system string
	rounds int

	plain, fenced float64 // writes per second, at the median

	// ratio is the median of the rounds' ratios of the fenced time to the plain
	// one, and so not quite that of the rates. The true median is between low
	// and high in 95 of 100 runs.
	ratio, low, high float64

	plainTrips, fencedTrips float64 // round trips per write, 0 if nothing crosses a connection
}

func newPrice(system string, rounds []round) price {
	var plain, fenced, ratios []float64
	for _, r := range rounds {
		plain = append(plain, r.plain.Seconds())
		fenced = append(fenced, r.fenced.Seconds())
		ratios = append(ratios, float64(r.fenced)/float64(max(r.plain, time.Nanosecond)))
	}
	p := price{system: system, rounds: len(rounds), plain: 1 / median(plain), fenced: 1 / median(fenced), ratio: median(ratios)}
	p.low, p.high = interval(ratios)
	return p
}

// median and interval sort what they are given.
func median(values []float64) float64 {
	slices.Sort(values)
	n := len(values)
	return (values[(n-1)/2] + values[n/2]) / 2
}

// interval returns what the true median is between with 95% confidence: half of
// all values are below it, so how many of n are is a binomial number, and its
// normal approximation, corrected for being continuous, says how far from the middle
// the ends have to be. It makes no assumption about how the values are spread. Of few
// values it returns all.
func interval(values []float64) (low, high float64) {
	slices.Sort(values)
	n := len(values)
	skip := max(0, int(math.Floor((float64(n)-1-1.96*math.Sqrt(float64(n)))/2)))
	return values[skip], values[n-1-skip]
}
