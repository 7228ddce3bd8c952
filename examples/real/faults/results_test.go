package faults

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"text/tabwriter"

	"github.com/stretchr/testify/require"

	"example.com/fencing/examples/real/internal/systems"
)

// A result is a line of the table.
type result struct {
	system                                                                    string
	faults, calls, grants, acknowledged, unknown, refused, stale, lost, other int
}

// results are the lines of the runs that came to their end.
type results struct {
	mu    sync.Mutex
	lines []result
}

// add runs clients while a fault happens so many times, and judges their history.
func (r *results) add(t *testing.T, system string, times int, another func() (systems.Client, error), fault func() error) {
	run, err := start(another)
	require.NoError(t, err)
	defer run.stop()
	for range times {
		require.NoError(t, run.progress())
		require.NoError(t, fault())
	}
	require.NoError(t, run.progress())
	run.stop()
	require.NoError(t, run.last(another))

	line := result{system: system, faults: times}
	history := run.history()
	for _, c := range history {
		line.count(c)
	}
	for _, violation := range Judge(history) {
		t.Error(violation)
		line.blame(violation.Rule)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lines = append(r.lines, line)
}

func (l *result) count(c Call) {
	l.calls++
	switch {
	case c.Outcome == Unknown:
		l.unknown++
	case c.Kind == Acquire && c.Outcome == Done:
		l.grants++
	case c.Kind == Write && c.Outcome == Done:
		l.acknowledged++
	case c.Kind == Write && c.Outcome == Refused:
		l.refused++
	}
}

func (l *result) blame(rule Rule) {
	switch rule {
	case StaleAccepted:
		l.stale++
	case WriteLost, MarkLost:
		l.lost++
	default:
		l.other++
	}
}

func (r *results) String() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var text strings.Builder
	table := tabwriter.NewWriter(&text, 0, 0, 1, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "system\tfaults\tcalls\tgrants\twrites acknowledged\tzombies refused\toutcome unknown\tlost\tstale accepted\tother\t")
	for _, l := range r.lines {
		fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t\n", l.system, l.faults, l.calls, l.grants, l.acknowledged, l.refused, l.unknown, l.lost, l.stale, l.other)
	}
	table.Flush()
	return text.String()
}
