package systems_test

import (
	"context"
	"errors"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter"
	"example.com/fencing/examples/real/internal/servers"
	"example.com/fencing/examples/real/internal/systems"
)

// Each system grants a lease and keeps data, with a fence and without, and its
// clients see the same. Closing it leaves no file behind.
func TestEverySystem(t *testing.T) {
	for _, opener := range systems.Openers {
		t.Run(opener.Name, func(t *testing.T) {
			temp := newTemp(t)
			ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
			defer cancel()
			system, err := opener.Open(ctx)
			if absent := (*servers.AbsentError)(nil); errors.As(err, &absent) && !servers.Required() {
				t.Skip(absent)
			}
			require.NoError(t, err)
			assert.Equal(t, opener.Name, system.Name)
			another, err := system.Another()
			require.NoError(t, err)

			token := chapter.Token(33)
			if system.Locks != nil {
				token = testLocks(ctx, t, system, another)
			}
			if system.Store != nil {
				testStorage(ctx, t, system, another, token)
			}
			require.NoError(t, system.Close())
			require.NoError(t, system.Close(), "a second time is no error")
			left, err := os.ReadDir(temp)
			require.NoError(t, err)
			assert.Empty(t, left)
		})
	}
}

// newTemp is where temporary files go from now on. Its name is short, for sockets
// are there, and PostgreSQL enters it as another user.
func newTemp(t *testing.T) string {
	temp, err := os.MkdirTemp("", "f")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(temp) })
	require.NoError(t, os.Chmod(temp, 0o755))
	t.Setenv("TMPDIR", temp)
	return temp
}

func testLocks(ctx context.Context, t *testing.T, system *systems.System, another systems.Client) chapter.Token {
	lease, err := system.Locks.Acquire(ctx, "leader", "client1", time.Minute)
	require.NoError(t, err)
	assert.Equal(t, system.NoToken, lease.Token == 0)
	_, err = another.Locks.Acquire(ctx, "leader", "client2", time.Minute)
	assert.ErrorIs(t, err, chapter.ErrHeld)
	assert.NoError(t, system.Locks.Release(ctx, "leader", lease))
	return lease.Token
}

func testStorage(ctx context.Context, t *testing.T, system *systems.System, another systems.Client, token chapter.Token) {
	data, err := system.Plain.Read(ctx, "report")
	require.NoError(t, err)
	assert.Nil(t, data)
	writes := map[string]func() error{
		"plain":  func() error { return system.Plain.Write(ctx, "report", []byte("plain data")) },
		"fenced": func() error { return system.Store.Write(ctx, "report", []byte("fenced data"), token+1) },
	}
	for name, write := range writes {
		require.NoError(t, write(), name) // connects, prepares, remembers
		if system.RoundTrips == nil {
			continue
		}
		n := system.RoundTrips(func() { require.NoError(t, write(), name) })
		assert.GreaterOrEqual(t, n, 1, "%s: it crosses a connection", name)
	}
	data, err = another.Plain.Read(ctx, "report")
	require.NoError(t, err)
	assert.Equal(t, "plain data", string(data))
	data, mark, err := another.Store.Read(ctx, "report")
	require.NoError(t, err)
	assert.Equal(t, "fenced data", string(data))
	assert.Equal(t, token+1, mark)
	assert.ErrorIs(t, another.Store.Write(ctx, "report", nil, token), chapter.ErrStaleToken)
}

// A server that is not here is named, and nothing is left of the attempt.
func TestAnAbsentServerSaysHowToEnableIt(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	for _, opener := range systems.Openers {
		if opener.Name != "redis" {
			continue
		}
		_, err := opener.Open(context.Background())
		var absent *servers.AbsentError
		require.ErrorAs(t, err, &absent)
		assert.Contains(t, absent.Enable, "redis-server")
	}
}
