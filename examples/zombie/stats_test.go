//go:build unix

package main

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter/timeline"
)

// figures returns the numbers of the table's line of that name.
func figures(t *testing.T, stdout, way string) string {
	t.Helper()
	for line := range strings.Lines(stdout) {
		if rest, ok := strings.CutPrefix(line, way+"  "); ok {
			return strings.Join(strings.Fields(rest), " ")
		}
	}
	require.Fail(t, "no line of "+way, stdout)
	return ""
}

func TestFiftyRunsEachWay(t *testing.T) {
	status, stdout, stderr := zombie(t, false, "-n=50")
	assert.Zero(t, status)
	assert.Empty(t, stderr)
	assert.Equal(t, "50 50 50 0 50", figures(t, stdout, "Without a fence"))
	assert.Equal(t, "50 50 0 50 0", figures(t, stdout, "With a fence"))
	assert.True(t, strings.HasSuffix(stdout, "\nWithout a fence: 50 of 50 late writes were accepted.\nWith a fence:    0 of 50 late writes were accepted.\n"), stdout)
}

func TestTheSameWithOtherFlags(t *testing.T) {
	for args, want := range map[string][2]string{
		"-check=never":                    {"2 2 2 0 2", "2 2 0 2 0"},
		"-check=before -pause=400ms":      {"2 2 2 0 2", "2 2 0 2 0"},
		"-check=after":                    {"2 0 0 0 0", "2 0 0 0 0"},
		"-scenario=delayed":               {"2 2 2 0 2", "2 2 0 2 0"},
		"-scenario=delayed -check=never":  {"2 2 2 0 2", "2 2 0 2 0"},
		"-scenario=pause -fencing=both":   {"2 2 2 0 2", "2 2 0 2 0"},
		"-ttl=100ms -check=never -v=true": {"2 2 2 0 2", "2 2 0 2 0"},
	} {
		t.Run(args, func(t *testing.T) {
			t.Parallel()
			status, stdout, _ := zombie(t, false, append(strings.Fields(args), "-n=2")...)
			assert.Zero(t, status)
			assert.Equal(t, want[0], figures(t, stdout, "Without a fence"))
			assert.Equal(t, want[1], figures(t, stdout, "With a fence"))
		})
	}
}

// A run that claims a fence and has none, as if the guard were deleted.
func TestARunWithoutItsFenceIsNoticed(t *testing.T) {
	t.Parallel()
	s, err := parse([]string{"-n=1"})
	require.NoError(t, err)
	o, err := (&scene{settings: s, fenced: false, record: timeline.New(time.Now), detail: func(string, ...any) {}}).play(t.Context())
	require.NoError(t, err)
	assert.Empty(t, s.wrong(false, o))

	var sum tally
	sum.count(s, true, o)
	assert.Equal(t, 1, sum.wrong)
	assert.Contains(t, sum.example, "client1's late write had to be refused with 409")
}
