package sqlite_test

import (
	"database/sql"
	"os"
	"path/filepath"
	"testing"

	_ "github.com/ncruces/go-sqlite3/driver"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter/fencetest"
	"example.com/fencing/examples/real/sqlite"
)

func TestStore(t *testing.T) {
	t.Parallel()
	fencetest.TestStore(t, func(t *testing.T) fencetest.StoreHarness {
		f := newFile(t)
		return fencetest.StoreHarness{
			Store:        sqlite.NewStore(f.open()),
			Another:      func() (fencetest.Store, error) { return sqlite.NewStore(f.open()), nil },
			Reopen:       func() (fencetest.Store, error) { f.crash(); return sqlite.NewStore(f.open()), nil },
			LargestToken: sqlite.LargestToken,
		}
	})
}

func TestLocker(t *testing.T) {
	t.Parallel()
	fencetest.TestLocker(t, func(t *testing.T) fencetest.LockerHarness {
		f := newFile(t)
		return fencetest.LockerHarness{
			Locker:  sqlite.NewLocks(f.open()),
			Another: func() (fencetest.Locker, error) { return sqlite.NewLocks(f.open()), nil },
			Reopen:  func() (fencetest.Locker, error) { f.crash(); return sqlite.NewLocks(f.open()), nil },
		}
	})
}

// A file is a database that clients have open, each with connections of its own.
type file struct {
	t   *testing.T
	dir string
}

func newFile(t *testing.T) *file { return &file{t, t.TempDir()} }

func (f *file) open() *sql.DB {
	db, err := open(filepath.Join(f.dir, "leases.db"))
	require.NoError(f.t, err)
	f.t.Cleanup(func() { require.NoError(f.t, db.Close()) })
	return db
}

// crash leaves those who have the file open behind, and goes on with a copy of
// what is on the disk: the file, and the log that nobody has folded into it. The
// index of the log is in memory they share, and would be lost.
func (f *file) crash() {
	left := f.dir
	f.dir = f.t.TempDir()
	for _, name := range []string{"leases.db", "leases.db-wal"} {
		content, err := os.ReadFile(filepath.Join(left, name))
		require.NoError(f.t, err)
		require.NotEmpty(f.t, content, "%s: nothing to lose makes no crash", name)
		require.NoError(f.t, os.WriteFile(filepath.Join(f.dir, name), content, 0o600))
	}
}
