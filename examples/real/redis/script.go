package redis

import (
	"context"
	"crypto/sha1"
	"encoding/hex"

	goredis "github.com/redis/go-redis/v9"
)

// A script runs in Redis with nothing else in between.
type script struct{ source, hash string }

func newScript(source string) script {
	sum := sha1.Sum([]byte(source)) // how Redis names its scripts
	return script{source, hex.EncodeToString(sum[:])}
}

// run takes one round trip, or two if Redis has not met the script since it was
// started.
func (s script) run(ctx context.Context, client goredis.UniversalClient, keys []string, args ...any) *goredis.Cmd {
	reply := send(ctx, client, call("evalsha", s.hash, keys, args))
	if goredis.HasErrorPrefix(reply.Err(), "NOSCRIPT") {
		reply = send(ctx, client, call("eval", s.source, keys, args))
	}
	return reply
}

func call(command, script string, keys []string, args []any) []any {
	words := []any{command, script, len(keys)}
	for _, key := range keys {
		words = append(words, key)
	}
	return append(words, args...)
}

// send sends a command, and sends it once.
func send(ctx context.Context, client goredis.UniversalClient, words []any) *goredis.Cmd {
	cmd := goredis.NewCmd(ctx, words...)
	_ = client.Process(ctx, once{cmd}) // the error is in cmd, too
	return cmd
}

// once is a command that go-redis does not send again when the connection breaks,
// as it does up to three times by default. The first one may have been carried
// out, and only the reply lost: then a second Acquire finds the lease held, by
// itself, and a second Write that a newer holder has claimed meanwhile is refused,
// although the data is in place. Better an error that says nothing than one that
// is wrong.
type once struct{ *goredis.Cmd }

func (once) NoRetry() bool { return true }
