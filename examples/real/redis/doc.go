// Package redis is a lock service and a fenced storage in Redis, one Lua script a
// call, through [go-redis]. Beside them stands the lock of Redis's own manual,
// [RandomLocks], which can't be fenced.
//
// # What is the token?
//
// A counter beside the lease's key, which does not expire with it. The script that
// sets the key raises the counter, and Redis runs nothing else meanwhile ([scripts]),
// so tokens grow in the order of the grants.
//
//	local held = redis.call('GET', KEYS[1])
//	if held then return {false, held, redis.call('PTTL', KEYS[1])} end
//	redis.call('INCR', KEYS[2])
//	local token = redis.call('GET', KEYS[2])
//	redis.call('SET', KEYS[1], token .. ' ' .. ARGV[1], 'PX', ARGV[2])
//	return {token}
//
// The key holds "34 client1", which no other grant does. Renewing and releasing
// compare it first, as the manual does with its random value.
//
// # What is the rule?
//
// A document is a hash with a mark and data, and whatever changes it begins with
// the comparison:
//
//	local mark = redis.call('HGET', KEYS[1], 'mark')
//	if mark and ARGV[1] < mark then return {mark} end
//	redis.call('HSET', KEYS[1], 'mark', ARGV[1], 'data', ARGV[2])
//
// That is one round trip, refusals too. Tokens are text of twenty digits, with
// zeros in front, so that text is in the order of the numbers and every token
// will do. The counter itself ends at 2^63-1 ([INCR]); then nothing is granted.
//
// # Which traps are there?
//
//   - A number in a script is a double ([Lua API]). 2^53 and 2^53+1 compare as
//     equal, and what INCR returns to the script loses its last bit. As plain
//     text, "9" comes after "10": Example_numbersInLua.
//   - By default Redis syncs its log once a second, and without appendonly it may
//     keep nothing at all ([persistence]). A counter that is lost starts over:
//     the new holder is locked out, and the old one let in:
//     Example_lostCounter. It takes appendonly yes and appendfsync always.
//   - Replication is asynchronous, and a failover can lose what was acknowledged;
//     WAIT makes that less likely, not impossible ([replication]). Here no
//     setting helps. After a failover raise the counters above all marks.
//   - A policy that evicts keys can evict a counter or a mark ([eviction]). It
//     takes noeviction, or a Redis of their own.
//   - go-redis sends a command again when its connection breaks, three times by
//     default ([options]). The first one may have been carried out: a second
//     Acquire finds its own lease and says that it is held. The scripts here
//     are sent once.
//   - go-redis looks at a context before a call. A deadline ends a call that has
//     begun only with ContextTimeoutEnabled, and being cancelled never does: it
//     lasts for its ReadTimeout at most ([options]). A lease that was granted
//     meanwhile is returned, and may be over by then; Expires says so.
//   - A plain SET, DEL or EXPIRE on a fenced key goes past the fence. An ACL can
//     forbid them.
//
// The manual itself says that a lock's time is not counted on a monotonic clock,
// and tells to add fencing tokens ([locks]).
//
// # What can't it do?
//
// Tell whether a call whose connection broke has been carried out. A Write is
// made again at no risk, as long as no other call was made under the same token in
// between. A grant nobody heard of lasts for its TTL. And it can't promise that an
// acknowledged mark is still there after a failover: where that matters, keep the
// data in a storage that can.
//
// All of this was tried on one server. The keys of a lease share a hash tag, and a
// document is one key, as a cluster demands ([cluster]).
//
// [INCR]: https://redis.io/docs/latest/commands/incr/
// [Lua API]: https://redis.io/docs/latest/develop/programmability/lua-api/
// [cluster]: https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/
// [eviction]: https://redis.io/docs/latest/develop/reference/eviction/
// [go-redis]: https://pkg.go.dev/github.com/redis/go-redis/v9
// [locks]: https://redis.io/docs/latest/develop/clients/patterns/distributed-locks/
// [options]: https://pkg.go.dev/github.com/redis/go-redis/v9#Options
// [persistence]: https://redis.io/docs/latest/operate/oss_and_stack/management/persistence/
// [replication]: https://redis.io/docs/latest/operate/oss_and_stack/management/replication/
// [scripts]: https://redis.io/docs/latest/develop/programmability/eval-intro/
package redis
