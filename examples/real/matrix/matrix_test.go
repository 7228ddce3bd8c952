package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter"
	"example.com/fencing/examples/real/internal/servers"
	"example.com/fencing/examples/real/internal/systems"
)

// matrix runs the command in a bubble, where no time passes in waiting.
func matrix(t *testing.T, args []string, openers ...systems.Opener) (status int, out, errs string) {
	var stdout, stderr bytes.Buffer
	synctest.Test(t, func(t *testing.T) {
		status = run(t.Context(), args, &stdout, &stderr, false, openers)
	})
	return status, stdout.String(), stderr.String()
}

// Those that need no server are tried as they are.
func TestRealSystems(t *testing.T) {
	t.Parallel()
	var openers []systems.Opener
	for _, opener := range systems.Openers {
		if slices.Contains([]string{"sqlite", "nats", "s3 (gofakes3)", "bolt"}, opener.Name) {
			openers = append(openers, opener)
		}
	}
	require.Len(t, openers, 4)
	var stdout, stderr bytes.Buffer
	assert.Zero(t, run(context.Background(), nil, &stdout, &stderr, false, openers), "%s", &stderr)
	assert.Contains(t, stdout.String(), "\n48 of 48 cells are as they must be", "three lock services, four storages, four scenarios")
	assert.Empty(t, stderr.String(), "this is no terminal")
}

func TestASoundMatrix(t *testing.T) {
	status, out, errs := matrix(t, nil, memory("one"), memory("two"))
	assert.Zero(t, status)
	assert.Empty(t, errs)
	assert.Contains(t, out, `
Scenario 2: client1 is paused, and the storage has a fence
         one     two
one      refused refused
two      refused refused
`)
	assert.Contains(t, out, "16 of 16 cells")
}

// What is wrong is named, with what was expected and what was found, and nothing
// else is.
func TestAWrongCellIsNamed(t *testing.T) {
	for name, c := range map[string]struct {
		do   func(*systems.Client)
		want []string
	}{
		"the store has no fence": {
			func(c *systems.Client) { c.Store = &unfenced{plainMemory: plainMemory{data: make(map[string][]byte)}} },
			[]string{"scenario 2, odd with odd: expected refused, found corrupted: client1 had token", "scenario 3, odd with odd: expected refused, found corrupted"},
		},
		"the store refuses in words only": {
			func(c *systems.Client) {
				c.Store = &polite{unfenced{plainMemory: plainMemory{data: make(map[string][]byte)}}}
			},
			[]string{"scenario 2, odd with odd: expected refused, found unclear", "scenario 3, odd with odd: expected refused, found unclear"},
		},
		"the plain storage loses writes": {
			func(c *systems.Client) { c.Plain = &careful{plainMemory{data: make(map[string][]byte)}} },
			[]string{"scenario 1, odd with odd: expected corrupted, found unclear", "scenario check, odd with odd: expected corrupted, found unclear"},
		},
		"every grant has the same token": {
			func(c *systems.Client) {
				c.Locks = grants{c.Locks, func(l *chapter.Lease, _ time.Duration) { l.Token = 33 }}
			},
			[]string{"scenario 2, odd with odd: expected refused, found corrupted", "scenario 3, odd with odd: expected refused, found corrupted"},
		},
		"the token is missing": {
			func(c *systems.Client) {
				c.Locks = grants{c.Locks, func(l *chapter.Lease, _ time.Duration) { l.Token = 0 }}
			},
			[]string{"scenario 2, odd with odd: expected refused, found no token: can't be fenced", "scenario 3, odd with odd: expected refused, found no token: can't be fenced"},
		},
		"leases are always over": {
			func(c *systems.Client) {
				c.Locks = grants{c.Locks, func(l *chapter.Lease, _ time.Duration) { l.Expires = time.Now() }}
			},
			[]string{"scenario 1, odd with odd: expected corrupted, and it could not be tried: " + errTooSlow.Error(),
				"scenario 2, odd with odd: expected refused, and it could not be tried", "scenario 3, odd with odd: ", "scenario check, odd with odd: "},
		},
		"a lease is granted that somebody holds": {
			func(c *systems.Client) { c.Locks = generous{c.Locks} },
			[]string{"scenario 1, odd with odd: expected corrupted, and it could not be tried: " + errTwoOwners.Error(),
				"scenario 2, odd with odd: expected refused, and it could not be tried", "scenario 3, odd with odd: ", "scenario check, odd with odd: "},
		},
	} {
		t.Run(name, func(t *testing.T) {
			status, out, errs := matrix(t, nil, broken("odd", c.do))
			assert.Equal(t, 1, status)
			assert.Regexp(t, "WRONG|FAILED", out)
			assert.Contains(t, out, fmt.Sprintf("%d of 4 cells are as they must be", 4-len(c.want)))
			for _, want := range c.want {
				assert.Contains(t, errs, "matrix: "+want)
			}
			assert.Equal(t, len(c.want), bytes.Count([]byte(errs), []byte("matrix: ")), errs)
		})
	}
}

func TestASlowMachineGetsLongerLeases(t *testing.T) {
	slow := broken("slow", func(c *systems.Client) {
		c.Locks = grants{c.Locks, func(l *chapter.Lease, ttl time.Duration) {
			if ttl < 4*time.Second {
				l.Expires = time.Now()
			}
		}}
	})
	status, _, errs := matrix(t, nil, slow)
	assert.Zero(t, status, errs)
}

// Nothing hangs: a lease that never ends is given up on.
func TestALeaseThatNeverEnds(t *testing.T) {
	forever := broken("forever", func(c *systems.Client) {
		frozen := time.Now()
		c.Locks = longLocks{c.Locks, frozen}
	})
	status, _, errs := matrix(t, nil, forever)
	assert.Equal(t, 1, status)
	assert.Contains(t, errs, "client1's lease is still not over")
}

func TestAnAbsentSystemIsNamed(t *testing.T) {
	absent := systems.Opener{Name: "zookeeper", Open: func(context.Context) (*systems.System, error) {
		return nil, fmt.Errorf("wrapped: %w", &servers.AbsentError{System: "ZooKeeper", Enable: "apt-get install it"})
	}}
	for required, want := range map[string]int{"": 0, "1": 1} {
		t.Setenv("REQUIRE_SERVERS", required)
		status, out, _ := matrix(t, nil, memory("one"), absent)
		assert.Equal(t, want, status)
		assert.Contains(t, out, "Not here:\n  zookeeper; to enable it: apt-get install it\n")
		for _, flag := range []string{"-json", "-html"} {
			_, out, _ = matrix(t, []string{flag}, memory("one"), absent)
			assert.Contains(t, out, "apt-get install it", flag)
			assert.Equal(t, want == 1, strings.Contains(out, `"right": false,
  "seconds"`) || strings.Contains(out, "REQUIRE_SERVERS"), flag)
		}
	}
}

func TestASystemThatDoesNotOpenIsNoReasonToStop(t *testing.T) {
	failing := systems.Opener{Name: "etcd", Open: func(context.Context) (*systems.System, error) {
		return nil, errors.New("opening etcd: no space left")
	}}
	status, out, errs := matrix(t, nil, memory("one"), failing)
	assert.Equal(t, 1, status)
	assert.Contains(t, errs, "matrix: opening etcd: no space left")
	assert.Contains(t, out, "4 of 4 cells are as they must be")

	status, _, errs = matrix(t, nil)
	assert.Equal(t, 1, status)
	assert.Contains(t, errs, "there is no cell")
}

func TestUsage(t *testing.T) {
	for _, c := range []struct {
		args     []string
		status   int
		out, err string
	}{
		{[]string{"-h"}, 0, "usage: go run ./matrix [-json | -html]", ""},
		{[]string{"-json", "-html"}, 2, "", "matrix: -json or -html, not both"},
		{[]string{"-xml"}, 2, "", "flag provided but not defined: -xml"},
		{[]string{"etcd"}, 2, "", `matrix: it takes no arguments, and "etcd" is one`},
	} {
		never := systems.Opener{Open: func(context.Context) (*systems.System, error) { panic("nothing is to be opened") }}
		status, out, errs := matrix(t, c.args, never)
		assert.Equal(t, c.status, status, c.args)
		assert.Contains(t, out, c.out)
		assert.Contains(t, errs, c.err)
	}
}

// Half a matrix is none, and says nothing of the cells.
func TestAnInterruptedMatrix(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var stdout, stderr bytes.Buffer
	assert.Equal(t, 1, run(ctx, nil, &stdout, &stderr, false, []systems.Opener{memory("one")}))
	assert.Empty(t, stdout.String())
	assert.Equal(t, "matrix: interrupted; what it had started is stopped\n", stderr.String())
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestAPrinterThatIsFull(t *testing.T) {
	for _, args := range [][]string{nil, {"-json"}, {"-html"}} {
		synctest.Test(t, func(t *testing.T) {
			var stderr bytes.Buffer
			assert.Equal(t, 1, run(t.Context(), args, full{}, &stderr, false, []systems.Opener{memory("one")}))
			assert.Contains(t, stderr.String(), "no space left")
		})
	}
}

func TestProgressIsForTerminals(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var stdout, stderr bytes.Buffer
		run(t.Context(), nil, &stdout, &stderr, true, []systems.Opener{memory("one")})
		assert.Contains(t, stderr.String(), "\r0 of 4 cells, 0.5 s ")
		assert.Regexp(t, "\r\x1b\\[K$", stderr.String(), "the line is cleared")
		assert.NotContains(t, stdout.String(), "\r")
	})
}
