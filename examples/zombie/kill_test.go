//go:build unix

package main

import (
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTheMarkSurvivesEachKill(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	status, stdout, stderr := zombie(t, false, "-kill", "-n=21")
	assert.Zero(t, status)
	assert.Empty(t, stderr)
	match := regexp.MustCompile(`^Killing the storage 21 times\.

kills with SIGKILL        21  11 between two writes, 10 during one
writes acknowledged    +(\d+)  none of them lost
writes without answer  +(\d+)  (\d+) had landed, (\d+) had not
late writes tried         42  none of them accepted
client1, frozen before the first kill and woken after the last, was told:
409 token 33 < (\d+)

Mark and data have survived each kill together\.
The zombie is still refused\.
$`).FindStringSubmatch(stdout)
	require.NotNil(t, match, stdout)
	var n [6]int
	for i := range n[1:] {
		n[i+1], _ = strconv.Atoi(match[i+1])
	}
	acknowledged, unknown, landed, lost, mark := n[1], n[2], n[3], n[4], n[5]
	assert.Equal(t, 21+10, acknowledged+unknown, "one write each round, and one for each kill during one")
	assert.Equal(t, unknown, landed+lost)
	assert.LessOrEqual(t, mark, 33+acknowledged+unknown)
	assert.GreaterOrEqual(t, mark, 33+acknowledged)
}
