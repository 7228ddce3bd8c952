package redis_test

import (
	"context"
	"fmt"
)

// Predict: a script is to refuse a token below the mark. Once it compares them as
// numbers, once as text, once as text with zeros in front. Which of these stale
// tokens does each refuse? And what does a script get from a counter at 2^53?
func Example_numbersInLua() {
	ctx := context.Background()
	client, prefix, drop := fresh()
	defer drop()

	for _, check := range []struct{ name, condition, format string }{
		{"as numbers", `tonumber(ARGV[1]) < tonumber(ARGV[2])`, "%d"},
		{"as text", `ARGV[1] < ARGV[2]`, "%d"},
		{"with zeros", `ARGV[1] < ARGV[2]`, "%020d"},
	} {
		fmt.Println(check.name)
		for _, mark := range []uint64{10, 1<<53 + 1} {
			token := mark - 1
			script := `if ` + check.condition + ` then return 'refused' end return 'accepted'`
			fmt.Printf("  %d after %d: %v\n", token, mark, client.Eval(ctx, script, nil,
				fmt.Sprintf(check.format, token), fmt.Sprintf(check.format, mark)).Val())
		}
	}

	client.Set(ctx, prefix+"counter", 1<<53, 0)
	fmt.Println("INCR in a script:", client.Eval(ctx, `return redis.call('INCR', KEYS[1])`, []string{prefix + "counter"}).Val())
	fmt.Println("the counter holds:", client.Get(ctx, prefix+"counter").Val())

	// A number in Lua is a double. 2^53 and 2^53+1 are the same one, and two
	// grants would have the same token.

	// Output:
	// as numbers
	//   9 after 10: refused
	//   9007199254740992 after 9007199254740993: accepted
	// as text
	//   9 after 10: accepted
	//   9007199254740992 after 9007199254740993: refused
	// with zeros
	//   9 after 10: refused
	//   9007199254740992 after 9007199254740993: refused
	// INCR in a script: 9007199254740992
	// the counter holds: 9007199254740993
}
