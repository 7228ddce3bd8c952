package sqlite_test

import (
	"context"
	"fmt"
	"time"

	"example.com/fencing/examples/real/sqlite"
)

// Predict: client1 is granted the lease and pauses until it is over. client2 is
// granted it and updates the row. Then client1 wakes and updates the row as it was
// about to. How many rows does each change, and what does the table hold?
func Example_s01_zombieWrite() {
	ctx := context.Background()
	db, drop := freshTables(`CREATE TABLE report (id INTEGER PRIMARY KEY, data TEXT); INSERT INTO report VALUES (1, '')`)
	defer drop()
	locks := sqlite.NewLocks(db)

	lease1, err := locks.Acquire(ctx, "report", "client1", 200*time.Millisecond)
	fmt.Println("client1 has token", lease1.Token, err)

	lease2, err := acquireOnceFree(locks, "report", "client2") // client1 is paused
	fmt.Println("client2 has token", lease2.Token, err)

	const write = `UPDATE report SET data = ? WHERE id = 1`
	done, err := db.ExecContext(ctx, write, "client2 data")
	fmt.Println("client2 writes:", rows(done), err)

	done, err = db.ExecContext(ctx, write, "client1 stale data")
	fmt.Println("client1 writes:", rows(done), err)

	var data string
	err = db.QueryRowContext(ctx, `SELECT data FROM report WHERE id = 1`).Scan(&data)
	fmt.Println("the table holds:", data, err)

	// Output:
	// client1 has token 1 <nil>
	// client2 has token 2 <nil>
	// client2 writes: 1 row(s) <nil>
	// client1 writes: 1 row(s) <nil>
	// the table holds: client1 stale data <nil>
}
