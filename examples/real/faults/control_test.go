package faults

import (
	"context"
	"testing"

	goredis "github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/fencetest"
	"example.com/fencing/examples/real/internal/servers"
	"example.com/fencing/examples/real/internal/systems"
	"example.com/fencing/examples/real/redis"
)

// A run that finds nothing is worth as much as one that can find something: Redis
// that keeps nothing on disk is killed, too.
func TestARunCatchesAServerThatForgets(t *testing.T) {
	t.Parallel()
	server := ours(t, func() (*servers.Server, error) { return servers.Redis(true) })
	another := func() (systems.Client, error) { return redisClient(t, server), nil }
	rules := rulesOf(t, another, server.Restart)
	assert.Contains(t, rules, TokenWentBack)
	assert.Contains(t, rules, WriteLost)
	assert.Contains(t, rules, MarkLost)
}

// And so is one whose storage compares nothing.
func TestARunCatchesAStorageWithoutAFence(t *testing.T) {
	t.Parallel()
	server := ours(t, func() (*servers.Server, error) { return servers.Redis(false) })
	another := func() (systems.Client, error) {
		access := redisClient(t, server)
		access.Store = unfenced{access.Store}
		return access, nil
	}
	assert.Contains(t, rulesOf(t, another, server.Restart), StaleAccepted)
}

// rulesOf returns what a run breaks in which a fault happens twice: while the
// clients write, who may write over what was lost, and when they have stopped.
func rulesOf(t *testing.T, another func() (systems.Client, error), fault func() error) (rules []Rule) {
	run, err := start(another)
	require.NoError(t, err)
	defer run.stop()
	wait := func(kind Kind, outcome Outcome, more int) {
		before := run.count(kind, outcome)
		require.NoError(t, run.until(func() bool { return run.count(kind, outcome) >= before+more }))
	}
	wait(Write, Done, 10)
	wait(Acquire, Done, 2)
	require.NoError(t, fault())
	wait(Write, Done, 10)
	wait(Acquire, Done, 2)
	run.stop()
	require.NoError(t, fault())
	require.NoError(t, run.last(another))
	for _, violation := range Judge(run.history()) {
		rules = append(rules, violation.Rule)
	}
	return rules
}

func redisClient(t *testing.T, server *servers.Server) systems.Client {
	client := goredis.NewClient(&goredis.Options{Network: "unix", Addr: server.Address})
	t.Cleanup(func() { client.Close() })
	return systems.Client{Locks: redis.NewLocks(client, "locks:"), Store: redis.NewStore(client, "data:")}
}

// unfenced writes whatever comes: it passes the fence by with the mark that it
// finds there.
type unfenced struct{ fencetest.Store }

func (u unfenced) Write(ctx context.Context, key string, data []byte, token chapter.Token) error {
	_, mark, err := u.Read(ctx, key)
	if err != nil {
		return err
	}
	return u.Store.Write(ctx, key, data, max(mark, token))
}
