package main

import (
	"fmt"
	"io"
	"strings"
)

const header = "storage           plain/s  fenced/s   ratio  95% interval  round trips\n" +
	"                                                           plain fenced\n"

// row prints as soon as there is something to print: the table is its own
// progress.
func row(w io.Writer, p price) {
	fmt.Fprintf(w, "%-16s %8.0f  %8.0f  %6.2f  %5.2f to %-5.2f %5s %6s\n",
		p.system, p.plain, p.fenced, p.ratio, p.low, p.high, trips(p.plainTrips), trips(p.fencedTrips))
}

// trips says 1 for 1, 1.05 for 1.05, and a dash for none.
func trips(n float64) string {
	if n == 0 {
		return "-"
	}
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.2f", n), "0"), ".")
}
