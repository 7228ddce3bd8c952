package postgres_test

import (
	"context"
	"fmt"
	"time"

	"example.com/fencing/examples/real/postgres"
)

// Predict: the same order of events, with a column for the mark and a condition
// on it. How many rows does client1's UPDATE change, and with which error?
func Example_s02_fencingToken() {
	ctx := context.Background()
	db, drop := freshTables(`CREATE TABLE report (id int PRIMARY KEY, data text, fence bigint); INSERT INTO report VALUES (1, '', 0)`)
	defer drop()
	locks := postgres.NewLocks(db)

	lease1, err := locks.Acquire(ctx, "report", "client1", 200*time.Millisecond)
	fmt.Println("client1 has token", lease1.Token, err)

	lease2, err := acquireOnceFree(locks, "report", "client2") // client1 is paused
	fmt.Println("client2 has token", lease2.Token, err)

	const write = `UPDATE report SET data = $1, fence = $2 WHERE id = 1 AND fence <= $2`
	for _, data := range []string{"client2 draft", "client2 data"} {
		done, err := db.Exec(ctx, write, data, lease2.Token)
		fmt.Println("client2 writes:", done, err)
	}

	done, err := db.Exec(ctx, write, "client1 stale data", lease1.Token)
	fmt.Println("client1 writes:", done, err)

	var data string
	err = db.QueryRow(ctx, `SELECT data FROM report WHERE id = 1`).Scan(&data)
	fmt.Println("the table holds:", data, err)

	// Zero rows and no error: a refusal has to be looked for. Store does.

	// Output:
	// client1 has token 1 <nil>
	// client2 has token 2 <nil>
	// client2 writes: UPDATE 1 <nil>
	// client2 writes: UPDATE 1 <nil>
	// client1 writes: UPDATE 0 <nil>
	// the table holds: client2 data <nil>
}
