//go:build unix

package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Two things that happen in one millisecond share a label, so the labels are
// taken away, and all other times are made the same.
var (
	label = regexp.MustCompile(`(?m)^\d+\.\d{3}s {0,4}`)
	times = regexp.MustCompile(`\d+\.\d{3}s`)
)

func masked(story string) string {
	return times.ReplaceAllString(label.ReplaceAllStringFunc(story, func(l string) string { return strings.Repeat(" ", len(l)) }), "#.###s")
}

// golden compares with a file in testdata, which was looked at by a human.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if os.Getenv("UPDATE_GOLDEN") != "" {
		require.NoError(t, os.WriteFile(file, []byte(got), 0o666))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("not as in %s (-want +got):\n%s", file, diff)
	}
}

func TestNarration(t *testing.T) {
	for name, args := range map[string][]string{
		"default.txt": {},
		"delayed.txt": {"-scenario=delayed"},
		"after.txt":   {"-check=after"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			status, stdout, stderr := zombie(t, false, args...)
			assert.Zero(t, status)
			assert.Empty(t, stderr)
			golden(t, name, masked(stdout))
			for line := range strings.Lines(stdout) {
				assert.LessOrEqual(t, utf8.RuneCountInString(line)-1, 80, line)
			}
		})
	}
}

func TestOneWayAlone(t *testing.T) {
	both, err := os.ReadFile("testdata/default.txt")
	require.NoError(t, err)
	second := strings.Index(string(both), "With a fence. ")
	verdicts := strings.Index(string(both), "Without a fence: ")
	require.Positive(t, second)
	require.Positive(t, verdicts)
	first, _, _ := strings.Cut(string(both)[verdicts:], "\n")
	for fencing, want := range map[string]string{
		"off": string(both)[:second] + first + "\n",
		"on":  string(both)[second:verdicts] + "With a fence:    client2 data is kept. client1 was told: 409 token 33 < 34.\n",
	} {
		t.Run(fencing, func(t *testing.T) {
			t.Parallel()
			status, stdout, _ := zombie(t, false, "-fencing="+fencing)
			assert.Zero(t, status)
			assert.Empty(t, cmp.Diff(want, masked(stdout)))
		})
	}
}

func TestWithoutALookThereIsNone(t *testing.T) {
	t.Parallel()
	status, stdout, _ := zombie(t, false, "-check=never", "-fencing=off")
	assert.Zero(t, status)
	assert.NotContains(t, stdout, "looks at its lease")
	assert.Contains(t, stdout, "\nWithout a fence: client2 data is lost, and nobody was told.\n")
}

func TestTheCuriousSeeMore(t *testing.T) {
	t.Parallel()
	status, stdout, _ := zombie(t, false, "-v", "-fencing=on")
	assert.Zero(t, status)
	for _, detail := range []string{
		`lock service listens on http://127\.0\.0\.1:\d+`,
		`storage listens on http://127\.0\.0\.1:\d+`,
		`client1 is process \d+`,
		`the system reports that process \d+ stands still`,
		`lock service: POST /acquire -> 200 \{"holder":"client1","token":"33","ttl":"`,
		`lock service: POST /acquire -> 409 \{"error":"lease held by client1 until [0-9:.]+","wait":"`,
		`storage: PUT /data -> 204`,
		`storage: PUT /data -> 409 \{"error":"token 33 < 34"\}`,
	} {
		assert.Regexp(t, `(?m)^  · `+detail, stdout)
	}
}

func TestColours(t *testing.T) {
	t.Run("in a terminal", func(t *testing.T) {
		t.Setenv("NO_COLOR", "")
		_, stdout, _ := zombie(t, true, "-ttl=300ms")
		assert.Contains(t, stdout, "\x1b[1mWithout a fence. A lease lasts 300ms")
		assert.Contains(t, stdout, "\x1b[1;31mWithout a fence: client2 data is lost")
		assert.Contains(t, stdout, "\x1b[1;32mWith a fence:    client2 data is kept")
		assert.Regexp(t, "\x1b\\[1;31m.*DAMAGE.*\x1b\\[0m\n", stdout)
		assert.Regexp(t, "\x1b\\[1;32m.*refused, 33 < 34.*\x1b\\[0m\n", stdout)
	})
	t.Run("progress is written over", func(t *testing.T) {
		_, stdout, _ := zombie(t, true, "-n=3", "-ttl=50ms", "-fencing=on", "-v")
		assert.Contains(t, stdout, "\n1 of 3\r\x1b[K")
		_, stdout, _ = zombie(t, true, "-kill", "-n=2")
		assert.Contains(t, stdout, "\n1 of 2\r\x1b[K2 of 2\r\x1b[Kkills with")
	})
	t.Run("NO_COLOR", func(t *testing.T) {
		t.Setenv("NO_COLOR", "1")
		_, stdout, _ := zombie(t, true, "-ttl=300ms")
		assert.NotContains(t, stdout, "\x1b")
	})
}
