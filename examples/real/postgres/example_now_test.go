package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"example.com/fencing/chapter"
	"example.com/fencing/examples/real/postgres"
)

// Predict: client1 acquires in a transaction that has been busy with something
// else for longer than the TTL: one lease with now(), one with
// clock_timestamp(). It commits, and believes in both. Which of the two is client2
// granted at the same time?
func Example_nowInATransaction() {
	ctx := context.Background()
	db, drop := freshTables("")
	defer drop()
	const ttl = 2 * time.Second

	tx, err := db.Begin(ctx)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer tx.Rollback(ctx)
	_, err = tx.Exec(ctx, `SELECT pg_sleep_for($1)`, ttl) // whatever else it has to do
	fmt.Println("client1 is busy:", err)
	for _, clock := range []string{"now()", "clock_timestamp()"} {
		done, err := tx.Exec(ctx, `INSERT INTO lease (name, holder, fence, expires) VALUES ($1, 'client1', 1, `+clock+` + $2)`, clock, ttl)
		fmt.Println("client1 acquires by", clock, done, err)
	}
	fmt.Println("client1 commits:", tx.Commit(ctx))

	locks := postgres.NewLocks(db)
	for _, clock := range []string{"now()", "clock_timestamp()"} {
		lease, err := locks.Acquire(ctx, clock, "client2", ttl)
		fmt.Printf("client2 acquires by %s: token %d, held: %v\n", clock, lease.Token, errors.Is(err, chapter.ErrHeld))
	}

	// now() is when the transaction began. The lease it granted was over by
	// then, and client1 was told that it has two seconds.

	// Output:
	// client1 is busy: <nil>
	// client1 acquires by now() INSERT 0 1 <nil>
	// client1 acquires by clock_timestamp() INSERT 0 1 <nil>
	// client1 commits: <nil>
	// client2 acquires by now(): token 2, held: false
	// client2 acquires by clock_timestamp(): token 0, held: true
}
