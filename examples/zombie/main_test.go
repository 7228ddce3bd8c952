//go:build unix

package main

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// mainVariable makes a copy of this test binary the whole program.
const mainVariable = "FENCING_ZOMBIE_TEST_MAIN"

// TestMain is also the main of the children, which are copies of this binary.
func TestMain(m *testing.M) {
	if os.Getenv(mainVariable) != "" {
		main()
	}
	if status, isChild := runChild(); isChild {
		os.Exit(status)
	}
	os.Exit(m.Run())
}

// zombie runs the command with its output in memory.
func zombie(t *testing.T, terminal bool, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	var out, errs strings.Builder
	status = run(ctx, args, &out, &errs, terminal)
	return status, out.String(), errs.String()
}

func TestHelp(t *testing.T) {
	for _, arg := range []string{"-h", "-help", "--help"} {
		status, stdout, stderr := zombie(t, false, arg)
		assert.Zero(t, status)
		assert.Empty(t, stderr)
		assert.Equal(t, usage, stdout)
	}
	for line := range strings.Lines(usage) {
		assert.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")), 80, line)
	}
}

func TestBadUsage(t *testing.T) {
	for args, problem := range map[string]string{
		"-fencing=maybe":                 `invalid value "maybe" for flag -fencing: want off, on, both`,
		"-fencing=":                      `invalid value "" for flag -fencing: want off, on, both`,
		"-fencing":                       `flag needs an argument: -fencing`,
		"-check=often":                   `want never, before, after`,
		"-scenario=3":                    `want pause, delayed`,
		"-ttl=0":                         `-ttl=0s: want 20ms to 1h0m0s`,
		"-ttl=-1s":                       `-ttl=-1s: want 20ms to 1h0m0s`,
		"-ttl=1000":                      `invalid value "1000" for flag -ttl`,
		"-ttl=2h":                        `-ttl=2h0m0s: want 20ms to 1h0m0s`,
		"-pause=1s":                      `-pause=1s is not longer than -ttl=1s`,
		"-ttl=2s -pause=1s":              `client1 would wake while its lease is good, and nothing would happen`,
		"-pause=-1s":                     `-pause=-1s is not longer`,
		"-pause=3h":                      `-pause=3h0m0s: want at most 2h0m0s`,
		"-n=0":                           `-n=0: want 1 to 1000000`,
		"-n=-1":                          `-n=-1: want 1 to 1000000`,
		"-n=1000001":                     `-n=1000001: want 1 to 1000000`,
		"-n=many":                        `invalid value "many" for flag -n`,
		"-kill -n=0":                     `-n=0: want 1 to 1000000`,
		"-kill -fencing=off":             `-kill and -fencing: a kill run has a storage with a fence`,
		"-kill -check=after":             `-kill and -check`,
		"-kill -scenario=pause":          `-kill and -scenario`,
		"-kill -ttl=1s":                  `-kill and -ttl`,
		"-kill -pause=2s":                `-kill and -pause`,
		"-scenario=delayed -check=after": `a packet that is on its way looks at nothing`,
		"on":                             `"on" is no flag: all is said by flags, as in -fencing=on`,
		"-v on -n=3":                     `"on" is no flag`,
		"-fence=on":                      `flag provided but not defined: -fence`,
	} {
		status, stdout, stderr := zombie(t, false, strings.Fields(args)...)
		assert.Equal(t, 2, status, args)
		assert.Empty(t, stdout, args)
		assert.Contains(t, stderr, problem, args)
		assert.True(t, strings.HasSuffix(stderr, "\n-h tells what there is\n"), args)
	}
}

func TestWhatIsNotGivenIsChosen(t *testing.T) {
	for args, want := range map[string]settings{
		"":                        {fencing: both, ttl: time.Second, pause: 1500 * time.Millisecond, check: before, scenario: paused},
		"-ttl=2s":                 {fencing: both, ttl: 2 * time.Second, pause: 3 * time.Second, check: before, scenario: paused},
		"-n=9":                    {fencing: both, ttl: 200 * time.Millisecond, pause: 300 * time.Millisecond, check: before, scenario: paused, runs: 9},
		"-pause=1h -check=never":  {fencing: both, ttl: time.Second, pause: time.Hour, check: never, scenario: paused},
		"-fencing=on -v":          {fencing: on, ttl: time.Second, pause: 1500 * time.Millisecond, check: before, scenario: paused, verbose: true},
		"--scenario=delayed -n 1": {fencing: both, ttl: 200 * time.Millisecond, pause: 300 * time.Millisecond, check: before, scenario: delayed, runs: 1},
		"-kill":                   {fencing: both, ttl: time.Second, pause: 1500 * time.Millisecond, check: before, scenario: paused, kill: true, runs: 50},
		"-kill -n=200":            {fencing: both, ttl: 200 * time.Millisecond, pause: 300 * time.Millisecond, check: before, scenario: paused, kill: true, runs: 200},
	} {
		s, err := parse(strings.Fields(args))
		require.NoError(t, err, args)
		assert.Equal(t, want, s, args)
	}
	assert.Equal(t, []bool{false, true}, settings{fencing: both}.ways())
	assert.Equal(t, []bool{false}, settings{fencing: off}.ways())
	assert.Equal(t, []bool{true}, settings{fencing: on}.ways())
}
