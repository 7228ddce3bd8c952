package redis_test

import (
	"context"
	"fmt"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"example.com/fencing/chapter"
	"example.com/fencing/examples/real/redis"
)

// Predict: the same order of events, and each write is a script that compares the
// token with the mark. client2 writes twice. Which of the three writes are refused?
func Example_s02_fencingToken() {
	ctx := context.Background()
	client, prefix, drop := fresh()
	defer drop()
	locks := redis.NewLocks(client, prefix)

	lease1, err := locks.Acquire(ctx, "report", "client1", 200*time.Millisecond)
	fmt.Println("client1 has token", lease1.Token, err)

	lease2, err := acquireOnceFree(locks, "report", "client2") // client1 is paused
	fmt.Println("client2 has token", lease2.Token, err)

	script := goredis.NewScript(`
		local mark = redis.call('HGET', KEYS[1], 'mark')
		if mark and ARGV[1] < mark then
			return redis.error_reply('STALE ' .. ARGV[1] .. ' < ' .. mark)
		end
		redis.call('HSET', KEYS[1], 'mark', ARGV[1], 'data', ARGV[2])
		return redis.status_reply('OK')`)
	write := func(data string, token chapter.Token) *goredis.Cmd {
		return script.Run(ctx, client, []string{prefix + "report"}, fmt.Sprintf("%020d", token), data)
	}
	fmt.Println("client2 writes:", write("client2 draft", lease2.Token).Val())
	fmt.Println("client2 writes:", write("client2 data", lease2.Token).Val())
	fmt.Println("client1 writes:", write("client1 stale data", lease1.Token).Err())
	fmt.Println("Redis holds:", client.HGet(ctx, prefix+"report", "data").Val())

	// Output:
	// client1 has token 1 <nil>
	// client2 has token 2 <nil>
	// client2 writes: OK
	// client2 writes: OK
	// client1 writes: STALE 00000000000000000001 < 00000000000000000002
	// Redis holds: client2 data
}
