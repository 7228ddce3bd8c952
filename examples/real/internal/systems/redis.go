package systems

import (
	"context"
	"errors"
	"net"
	"strings"

	goredis "github.com/redis/go-redis/v9"

	"example.com/fencing/examples/real/internal/roundtrips"
	"example.com/fencing/examples/real/internal/servers"
	"example.com/fencing/examples/real/redis"
)

func openRedis(_ context.Context, s *System) error {
	client, prefix, err := s.redis()
	if err != nil {
		return err
	}
	s.Another = func() (Client, error) {
		return Client{
			Locks: redis.NewLocks(client, prefix+"locks:"),
			Store: redis.NewStore(client, prefix+"fenced:"),
			Plain: plainRedis{client, prefix + "plain:"},
		}, nil
	}
	return nil
}

// openRandomRedis opens the lock of Redis's manual, which has no token.
func openRandomRedis(_ context.Context, s *System) error {
	client, prefix, err := s.redis()
	if err != nil {
		return err
	}
	s.NoToken = true
	s.Another = func() (Client, error) { return Client{Locks: redis.NewRandomLocks(client, prefix)}, nil }
	return nil
}

// redis starts a Redis that syncs before it acknowledges, and returns a prefix of
// keys that nobody has used.
func (s *System) redis() (client *goredis.Client, prefix string, err error) {
	if err := s.start(func() (*servers.Server, error) { return servers.Redis(false) }); err != nil {
		return nil, "", err
	}
	options := &goredis.Options{Network: "unix", Addr: s.Server.Address}
	if strings.Contains(s.Server.Address, "://") {
		if options, err = goredis.ParseURL(s.Server.Address); err != nil {
			return nil, "", err
		}
	}
	counter := new(roundtrips.Counter)
	options.Dialer = counted(counter, new(net.Dialer).DialContext)
	s.RoundTrips = counter.Of
	client = goredis.NewClient(options)
	s.onClose(client.Close)
	prefix = unique() + ":"
	if s.foreign() {
		s.onClose(func() error { return removeKeys(client, prefix) })
	}
	return client, prefix, nil
}

// removeKeys removes all that begins with the prefix.
func removeKeys(client *goredis.Client, prefix string) error {
	ctx, cancel := cleaning()
	defer cancel()
	keys := client.Scan(ctx, 0, prefix+"*", 1000).Iterator()
	for keys.Next(ctx) {
		if err := client.Del(ctx, keys.Val()).Err(); err != nil {
			return err
		}
	}
	return keys.Err()
}

type plainRedis struct {
	client *goredis.Client
	prefix string
}

func (p plainRedis) Write(ctx context.Context, key string, data []byte) error {
	return p.client.Set(ctx, p.prefix+key, data, 0).Err()
}

func (p plainRedis) Read(ctx context.Context, key string) ([]byte, error) {
	data, err := p.client.Get(ctx, p.prefix+key).Bytes()
	if errors.Is(err, goredis.Nil) {
		return nil, nil
	}
	return data, err
}
