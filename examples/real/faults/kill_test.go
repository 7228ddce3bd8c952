package faults

import (
	"context"
	"errors"
	"flag"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/examples/real/internal/servers"
	"example.com/fencing/examples/real/internal/systems"
)

var kills = flag.Int("kills", 2, "how often each server is killed in mid-run: 20 is the long form")

// killed are those that have a process of their own. Redis syncs before it
// acknowledges; one that does not has its lesson in package redis.
var killed = []string{"etcd", "zookeeper", "postgres", "redis", "s3 (versitygw)"}

// A server is killed with SIGKILL while clients write, and started again.
func TestKilledServers(t *testing.T) {
	t.Parallel()
	var results results
	t.Run("systems", func(t *testing.T) {
		for _, opener := range systems.Openers {
			if !slices.Contains(killed, opener.Name) {
				continue
			}
			t.Run(opener.Name, func(t *testing.T) {
				t.Parallel()
				system := open(t, opener)
				if system.Server == nil || system.Server.Foreign() {
					t.Skip("it is not ours to kill")
				}
				another := system.Another
				if opener.Name == "zookeeper" {
					another = func() (systems.Client, error) {
						_, client := dialZooKeeper(t, system.Server.Address, reconnecting)
						return client, nil
					}
				}
				results.add(t, opener.Name, *kills, another, func() error {
					if err := system.Server.Kill(); err != nil {
						return err
					}
					return system.Server.Start()
				})
			})
		}
	})
	t.Logf("what became of them:\n%v", &results)
}

// open opens a system for one test, or skips it by name.
func open(t *testing.T, opener systems.Opener) *systems.System {
	system, err := opener.Open(context.Background())
	if absent := (*servers.AbsentError)(nil); errors.As(err, &absent) && !servers.Required() {
		t.Skip(absent)
	}
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, system.Close()) })
	return system
}
