package main

import (
	"context"
	"math"
	"path/filepath"
	"testing"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/driver"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.etcd.io/bbolt"

	"example.com/fencing/chapter"
	"example.com/fencing/examples/real/bolt"
	"example.com/fencing/examples/real/internal/systems"
	"example.com/fencing/examples/real/sqlite"
)

// A plain write takes one round trip everywhere.
var fencedTrips = map[string]struct{ first, second, afterClaim int }{
	"etcd":           {1, 1, 1},
	"zookeeper":      {2, 2, 2}, // a look, and the write
	"postgres":       {1, 1, 1},
	"redis":          {1, 1, 1},
	"nats":           {2, 1, 1}, // the first of a writer has to look
	"s3 (gofakes3)":  {2, 1, 1},
	"s3 (versitygw)": {2, 1, 1},
}

func TestRoundTrips(t *testing.T) {
	eachStorage(t, func(t *testing.T, system *systems.System) {
		want, crosses := fencedTrips[system.Name]
		require.Equal(t, crosses, system.RoundTrips != nil)
		if !crosses {
			t.Skip("nothing crosses a connection")
		}
		ctx := t.Context()
		m, err := newMeter(ctx, system) // whatever is done once has been done
		require.NoError(t, err)
		count := func(f func(context.Context) error) int {
			return system.RoundTrips(func() { require.NoError(t, f(ctx)) })
		}

		plain, first, second, afterClaim := math.MaxInt, math.MaxInt, math.MaxInt, math.MaxInt
		for range 3 { // the least counts: a heartbeat may come in between
			plain = min(plain, count(m.plain))
			m.system.Client, err = system.Another() // a writer that has seen nothing
			require.NoError(t, err)
			first = min(first, count(m.fenced))
			second = min(second, count(m.fenced))
			m.token++
			_, err = m.system.Store.Claim(ctx, "report", m.token)
			require.NoError(t, err)
			afterClaim = min(afterClaim, count(m.fenced))
		}
		assert.Equal(t, 1, plain, "a plain write")
		assert.Equal(t, want.first, first, "a client's first write")
		assert.Equal(t, want.second, second, "its second")
		assert.Equal(t, want.afterClaim, afterClaim, "one after a claim")
	})
}

// Where nothing crosses a connection, the statement takes the place of the round
// trip: it is a transaction of its own.
func TestAFencedWriteToSQLiteIsOneStatement(t *testing.T) {
	statements := 0
	db, err := driver.Open("file:"+filepath.ToSlash(filepath.Join(t.TempDir(), "data.db")), func(c *sqlite3.Conn) error {
		return c.Trace(sqlite3.TRACE_STMT, func(sqlite3.TraceEvent, any, any) error { statements++; return nil })
	})
	require.NoError(t, err)
	defer db.Close()
	_, err = db.Exec(sqlite.Schema)
	require.NoError(t, err)
	store := sqlite.NewStore(db)
	for token := chapter.Token(33); token <= 34; token++ {
		statements = 0
		require.NoError(t, store.Write(t.Context(), "report", []byte("data"), token))
		assert.Equal(t, 1, statements)
	}
}

// In bbolt it is the transaction. They are numbered.
func TestAFencedWriteToBoltIsOneTransaction(t *testing.T) {
	db, err := bbolt.Open(filepath.Join(t.TempDir(), "data.db"), 0o600, nil)
	require.NoError(t, err)
	defer db.Close()
	store, err := bolt.NewStore(db, "fenced")
	require.NoError(t, err)
	latest := func() (id int) {
		require.NoError(t, db.View(func(tx *bbolt.Tx) error { id = tx.ID(); return nil }))
		return id
	}
	for token := chapter.Token(33); token <= 34; token++ {
		before := latest()
		require.NoError(t, store.Write(t.Context(), "report", []byte("data"), token))
		assert.Equal(t, 1, latest()-before)
	}
}
