package redis

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"example.com/fencing/chapter"
)

// Locks grants leases by name. A lease is a key that expires, beside a counter
// that does not.
type Locks struct {
	client goredis.UniversalClient
	prefix string
}

// NewLocks returns the leases whose keys begin with prefix.
func NewLocks(client goredis.UniversalClient, prefix string) *Locks {
	return &Locks{client, prefix}
}

// The token is fetched as text. What INCR returns is a number, and in Lua that is
// a double, which has no odd numbers above 2^53.
var acquire = newScript(`
local held = redis.call('GET', KEYS[1])
if held then return {false, held, redis.call('PTTL', KEYS[1])} end
redis.call('INCR', KEYS[2])
local token = redis.call('GET', KEYS[2])
redis.call('SET', KEYS[1], token .. ' ' .. ARGV[1], 'PX', ARGV[2])
return {token}`)

var renew = newScript(`
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])`)

var release = newScript(`
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])`)

// Acquire grants holder the lease called name for ttl, or returns a
// [*chapter.HeldError] at once. The other errors are [chapter.ErrTTL],
// [chapter.ErrNoHolder], [chapter.ErrTokensExhausted], and those of Redis and the
// network: after one of those the lease may have been granted, and it is best to
// wait the TTL out.
func (l *Locks) Acquire(ctx context.Context, name, holder string, ttl time.Duration) (chapter.Lease, error) {
	if err := check(holder, ttl); err != nil {
		return chapter.Lease{}, err
	}
	asked := time.Now() // before it is sent
	// The braces put both keys on the same node of a cluster. It takes names
	// that are not empty and don't begin with a brace that closes.
	keys := []string{l.key(name), l.prefix + "{" + name + "}:counter"}
	reply, err := acquire.run(ctx, l.client, keys, holder, milliseconds(ttl)).Slice()
	switch {
	case err != nil && strings.Contains(err.Error(), "increment or decrement would overflow"):
		return chapter.Lease{}, chapter.ErrTokensExhausted
	case err != nil:
		return chapter.Lease{}, err
	case reply[0] == nil:
		_, by, _ := strings.Cut(reply[1].(string), " ")
		left := time.Duration(reply[2].(int64)) * time.Millisecond
		return chapter.Lease{}, &chapter.HeldError{Holder: by, Until: time.Now().Add(left)}
	}
	token, err := strconv.ParseUint(reply[0].(string), 10, 64)
	if err != nil {
		return chapter.Lease{}, fmt.Errorf("the counter of %q: %w", name, err)
	}
	return chapter.Lease{Holder: holder, Token: chapter.Token(token), Expires: asked.Add(ttl)}, nil
}

// Renew makes a live lease last for ttl from now, under the same token. For one
// that is over it returns [chapter.ErrNotHeld].
func (l *Locks) Renew(ctx context.Context, name string, lease chapter.Lease, ttl time.Duration) (chapter.Lease, error) {
	if err := check(lease.Holder, ttl); err != nil {
		return chapter.Lease{}, err
	}
	lease.Expires = time.Now().Add(ttl)
	if err := change(ctx, l.client, renew, l.key(name), value(lease), milliseconds(ttl)); err != nil {
		return chapter.Lease{}, err
	}
	return lease, nil
}

// Release gives a live lease back. For one that is over it changes nothing and
// returns [chapter.ErrNotHeld]. The counter stays.
func (l *Locks) Release(ctx context.Context, name string, lease chapter.Lease) error {
	return change(ctx, l.client, release, l.key(name), value(lease))
}

func (l *Locks) key(name string) string { return l.prefix + "{" + name + "}:lease" }

// value is what a lease's key holds: "34 client1". No two grants have the same.
func value(l chapter.Lease) string { return fmt.Sprintf("%d %s", l.Token, l.Holder) }

// change runs a script that does nothing, and returns zero, unless the key holds
// the lease's own value.
func change(ctx context.Context, client goredis.UniversalClient, s script, key, value string, args ...any) error {
	changed, err := s.run(ctx, client, []string{key}, append([]any{value}, args...)...).Int()
	if err == nil && changed == 0 {
		err = fmt.Errorf("%w: %s does not hold %q", chapter.ErrNotHeld, key, value)
	}
	return err
}

func check(holder string, ttl time.Duration) error {
	if ttl <= 0 {
		return fmt.Errorf("%w, not %v", chapter.ErrTTL, ttl)
	}
	if holder == "" {
		return chapter.ErrNoHolder
	}
	return nil
}

// milliseconds rounds up: Redis counts in those, and a lease of none would be
// over before it began.
func milliseconds(ttl time.Duration) int64 {
	ms := ttl.Milliseconds()
	if ttl%time.Millisecond > 0 {
		ms++
	}
	return ms
}
