package lease_table_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ncruces/go-sqlite3"
	sqlite "github.com/ncruces/go-sqlite3/driver"
	"github.com/stretchr/testify/require"

	"example.com/fencing/chapter"
	lease_table "example.com/fencing/exercises/10_lease_table"
	"example.com/fencing/exercises/internal/grade"
)

// A file is a SQLite database on disk. Nobody waits for its locks: there is no
// busy timeout, and who comes while another holds one gets SQLITE_BUSY.
type file struct {
	connector driver.Connector
	own       *sqlite3.Conn // of the tests
	dbs       []*sql.DB
	lent      []sqlite.Conn // to the dbs
	spare     []sqlite.Conn

	turnedAway func(err error) // is told of SQLITE_BUSY; may be nil
}

// schema is the Schema as it is handed out.
const schema = `
CREATE TABLE lease (
	name    TEXT PRIMARY KEY,
	holder  TEXT NOT NULL,
	fence   INTEGER NOT NULL, -- the token of the latest grant
	expires INTEGER NOT NULL  -- in nanoseconds, as by time.Time.UnixNano
) STRICT;
CREATE TABLE document (
	name  TEXT PRIMARY KEY,
	data  TEXT,               -- NULL if there is none
	fence INTEGER NOT NULL    -- the highest token accepted
) STRICT;`

var remark = regexp.MustCompile(`--.*`)

// plain is the text without its remarks and its layout.
func plain(text string) string {
	return strings.Join(strings.Fields(remark.ReplaceAllString(text, "")), " ")
}

const pragmas = `PRAGMA journal_mode = memory; PRAGMA synchronous = off`

// openFile makes the database, unless there is no point in going on.
func openFile(t *testing.T) *file {
	t.Helper()
	if lost {
		t.Skip("not tried: an earlier test has left a call behind that never returns, and what it keeps locked would stop this one")
	}
	if plain(lease_table.Schema) != plain(schema) {
		grade.Fail(t, "The Schema is not what it was. Leave the tables as they are:%s", schema)
	}
	path := filepath.Join(t.TempDir(), "leases.db")
	own, err := sqlite3.Open(path)
	require.NoError(t, err)
	require.NoError(t, own.Exec(pragmas))
	require.NoError(t, own.Exec(schema))
	connector, err := new(sqlite.SQLite).OpenConnector(path)
	require.NoError(t, err)
	f := &file{connector: connector, own: own}
	t.Cleanup(func() {
		f.reclaim()
		for _, conn := range f.spare {
			_ = conn.Close()
		}
		_ = own.Close()
	})
	return f
}

// fresh empties the tables, and ends whatever has been left open before.
func (f *file) fresh() {
	f.reclaim()
	if err := f.own.Exec(`DELETE FROM lease; DELETE FROM document`); err != nil {
		panic(err)
	}
}

// met passes err on, and tells of it if it is a lock of another's.
func (f *file) met(err error) error {
	if f.turnedAway != nil && errors.Is(err, sqlite3.BUSY) {
		f.turnedAway(err)
	}
	return err
}

func (f *file) reclaim() {
	for _, db := range f.dbs {
		_ = db.Close() // the connections stay, see connection.Close
	}
	for _, conn := range f.lent {
		for _, statement := range slices.Collect(conn.Raw().Stmts()) {
			_ = statement.Close()
		}
		if !conn.Raw().GetAutocommit() {
			_ = conn.Raw().Exec(`ROLLBACK`)
		}
	}
	f.spare, f.lent, f.dbs = append(f.spare, f.lent...), nil, nil
}

// db returns a client's access to the file, which calls step before every
// statement, and does not carry it out if step returns an error.
func (f *file) db(step func(statement string) error) *sql.DB {
	db := sql.OpenDB(access{f, step})
	f.dbs = append(f.dbs, db)
	return db
}

// leftOpen says whether some connection has not ended its transaction, which it
// may also hold open by rows that nobody has closed.
func (f *file) leftOpen() bool {
	for _, conn := range f.lent {
		if !conn.Raw().GetAutocommit() {
			return true
		}
		for statement := range conn.Raw().Stmts() {
			if statement.Busy() {
				return true
			}
		}
	}
	return false
}

const closeIt = "The call has returned and left a transaction open: one that it began, or the one of rows that it has not closed. The others are locked out."

// atOnce is a step that nobody waits for.
func atOnce(string) error { return nil }

// document returns what the file holds of a document.
func (f *file) document(name string) (data string, exists bool, mark chapter.Token) {
	query, _, err := f.own.Prepare(`SELECT data, fence FROM document WHERE name = ?`)
	if err != nil {
		panic(err)
	}
	defer query.Close()
	_ = query.BindText(1, name)
	if query.Step() {
		data, exists, mark = query.ColumnText(0), query.ColumnType(0) != sqlite3.NULL, chapter.Token(query.ColumnInt64(1))
	}
	if err := query.Err(); err != nil {
		panic(err)
	}
	return data, exists, mark
}

// access is a driver.Connector.
type access struct {
	file *file
	step func(statement string) error
}

func (a access) Driver() driver.Driver { return new(sqlite.SQLite) }

func (a access) Connect(ctx context.Context) (driver.Conn, error) {
	f := a.file
	if len(f.spare) == 0 {
		conn, err := f.connector.Connect(ctx)
		if err != nil {
			return nil, err
		}
		raw := conn.(sqlite.Conn).Raw()
		if err := raw.BusyTimeout(0); err != nil {
			return nil, err
		}
		if err := raw.Exec(pragmas); err != nil {
			return nil, err
		}
		f.spare = append(f.spare, conn.(sqlite.Conn))
	}
	last := len(f.spare) - 1
	conn := f.spare[last]
	f.spare, f.lent = f.spare[:last], append(f.lent, conn)
	return connection{conn, a.step, f}, nil
}
