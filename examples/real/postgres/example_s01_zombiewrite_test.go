package postgres_test

import (
	"context"
	"fmt"
	"time"

	"example.com/fencing/examples/real/postgres"
)

// Predict: client1 is granted the lease and pauses until it is over. client2 is
// granted it and updates the row. Then client1 wakes and updates the row as it was
// about to. How many rows does each change, and what does the table hold?
func Example_s01_zombieWrite() {
	ctx := context.Background()
	db, drop := freshTables(`CREATE TABLE report (id int PRIMARY KEY, data text); INSERT INTO report VALUES (1, '')`)
	defer drop()
	locks := postgres.NewLocks(db)

	lease1, err := locks.Acquire(ctx, "report", "client1", 200*time.Millisecond)
	fmt.Println("client1 has token", lease1.Token, err)

	lease2, err := acquireOnceFree(locks, "report", "client2") // client1 is paused
	fmt.Println("client2 has token", lease2.Token, err)

	done, err := db.Exec(ctx, `UPDATE report SET data = $1 WHERE id = 1`, "client2 data")
	fmt.Println("client2 writes:", done, err)

	done, err = db.Exec(ctx, `UPDATE report SET data = $1 WHERE id = 1`, "client1 stale data")
	fmt.Println("client1 writes:", done, err)

	var data string
	err = db.QueryRow(ctx, `SELECT data FROM report WHERE id = 1`).Scan(&data)
	fmt.Println("the table holds:", data, err)

	// The database has one leaseholder at a time, and knows it. The UPDATE has
	// nothing to do with it.

	// Output:
	// client1 has token 1 <nil>
	// client2 has token 2 <nil>
	// client2 writes: UPDATE 1 <nil>
	// client1 writes: UPDATE 1 <nil>
	// the table holds: client1 stale data <nil>
}
