package redis

import (
	"context"
	"fmt"
	"strconv"

	goredis "github.com/redis/go-redis/v9"

	"example.com/fencing/chapter"
)

// Store keeps fenced documents, each a hash with a mark and data.
type Store struct {
	client goredis.UniversalClient
	prefix string
}

// NewStore returns the documents whose keys begin with prefix.
func NewStore(client goredis.UniversalClient, prefix string) *Store {
	return &Store{client, prefix}
}

// Tokens are compared as text, with zeros in front: as many digits as the largest
// has. Then text is in the order of the numbers.
const fence = `
local mark = redis.call('HGET', KEYS[1], 'mark')
if mark and ARGV[1] < mark then return {mark} end
`

var (
	write  = newScript(fence + `redis.call('HSET', KEYS[1], 'mark', ARGV[1], 'data', ARGV[2]) return {}`)
	claim  = newScript(fence + `redis.call('HSET', KEYS[1], 'mark', ARGV[1]) return {false, redis.call('HGET', KEYS[1], 'data')}`)
	remove = newScript(fence + `redis.call('HSET', KEYS[1], 'mark', ARGV[1]) redis.call('HDEL', KEYS[1], 'data') return {}`)
)

// Write replaces the data and raises the mark to token. A token below the mark
// gets a [*chapter.StaleTokenError], token zero [chapter.ErrNoToken].
func (s *Store) Write(ctx context.Context, key string, data []byte, token chapter.Token) error {
	_, err := s.run(ctx, write, key, token, data)
	return err
}

// Delete drops the data and raises the mark, which stays: so does the hash.
func (s *Store) Delete(ctx context.Context, key string, token chapter.Token) error {
	_, err := s.run(ctx, remove, key, token)
	return err
}

// Claim raises the mark to token and returns the data, nil if there is none. It
// refuses what Write refuses.
func (s *Store) Claim(ctx context.Context, key string, token chapter.Token) ([]byte, error) {
	reply, err := s.run(ctx, claim, key, token)
	if err != nil {
		return nil, err
	}
	return data(reply[1]), nil
}

// Read returns the data and the mark, nil and zero for a key nobody has used.
func (s *Store) Read(ctx context.Context, key string) ([]byte, chapter.Token, error) {
	reply, err := s.client.HMGet(ctx, s.prefix+key, "mark", "data").Result()
	if err != nil || reply[0] == nil {
		return nil, 0, err
	}
	mark, err := parse(reply[0])
	return data(reply[1]), mark, err
}

// run runs a script that begins with the fence.
func (s *Store) run(ctx context.Context, script script, key string, token chapter.Token, args ...any) ([]any, error) {
	if token == 0 {
		return nil, chapter.ErrNoToken
	}
	args = append([]any{fmt.Sprintf("%020d", token)}, args...)
	reply, err := script.run(ctx, s.client, []string{s.prefix + key}, args...).Slice()
	if err != nil || len(reply) == 0 || reply[0] == nil {
		return reply, err
	}
	mark, err := parse(reply[0])
	if err != nil {
		return nil, err
	}
	return nil, &chapter.StaleTokenError{Token: token, Highest: mark}
}

func parse(mark any) (chapter.Token, error) {
	n, err := strconv.ParseUint(mark.(string), 10, 64)
	return chapter.Token(n), err
}

// data returns nil for a field that is not there.
func data(field any) []byte {
	if s, ok := field.(string); ok {
		return []byte(s)
	}
	return nil
}
