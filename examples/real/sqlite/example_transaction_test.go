package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/ncruces/go-sqlite3"

	"example.com/fencing/examples/real/sqlite"
)

// Predict: instead of a lease, client1 opens a transaction to write the report in,
// and pauses. For how long is client2 turned away? And what if client1 holds a
// lease instead?
func Example_openTransaction() {
	ctx := context.Background()
	db, drop := freshTables("")
	defer drop()
	locks := sqlite.NewLocks(db)
	lease1, err := locks.Acquire(ctx, "report", "client1", 200*time.Millisecond)
	fmt.Println("client1 has token", lease1.Token, err)

	client1, err := db.BeginTx(ctx, nil) // BEGIN IMMEDIATE
	fmt.Println("client1 opens a transaction, and pauses:", err)

	client2, err := db.Conn(ctx)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client2.Close()
	_, err = client2.ExecContext(ctx, `PRAGMA busy_timeout = 300`) // longer than the lease
	fmt.Println("client2 has some patience:", err)
	_, err = client2.ExecContext(ctx, `INSERT INTO document VALUES ('report', 'client2 data', 2)`)
	fmt.Println("client2 is turned away:", errors.Is(err, sqlite3.BUSY))

	fmt.Println("client1's transaction is ended for it:", client1.Rollback())
	lease2, err := acquireOnceFree(locks, "report", "client2")
	fmt.Println("client2 has token", lease2.Token, err)

	// The lease was over while client2 waited. The transaction was not, and would
	// not have been tomorrow.

	// Output:
	// client1 has token 1 <nil>
	// client1 opens a transaction, and pauses: <nil>
	// client2 has some patience: <nil>
	// client2 is turned away: true
	// client1's transaction is ended for it: <nil>
	// client2 has token 2 <nil>
}
