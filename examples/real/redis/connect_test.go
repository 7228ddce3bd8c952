package redis_test

import (
	"context"
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"strings"
	"testing"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"example.com/fencing/chapter"
	"example.com/fencing/chapter/fencetest"
	"example.com/fencing/examples/real/internal/servers"
)

var server *servers.Server

func TestMain(m *testing.M) {
	servers.Main(m, func() (*servers.Server, error) { return servers.Redis(false) }, func(s *servers.Server) {
		server = s
		// An Example can't skip, and one of them starts a server of its own.
		forgetful, err := servers.Redis(true)
		if err == nil {
			err = forgetful.Stop()
		}
		if err != nil {
			fmt.Println("skipped: Example_lostCounter:", err)
			if err := flag.Set("test.skip", "^Example_lostCounter$"); err != nil {
				panic(err)
			}
		}
	})
}

// options are for one more client of the server.
func options(s *servers.Server) *goredis.Options {
	if strings.Contains(s.Address, "://") {
		o, err := goredis.ParseURL(s.Address)
		if err != nil {
			panic(err)
		}
		return o
	}
	return &goredis.Options{Network: "unix", Addr: s.Address}
}

// fresh is for Examples: a client of the server, and a prefix for keys that nobody
// has used.
func fresh() (client *goredis.Client, prefix string, drop func()) {
	s := newSpace()
	client = goredis.NewClient(options(server))
	return client, s.prefix, func() {
		s.clear()
		if err := client.Close(); err != nil {
			panic(err)
		}
	}
}

// A space is a prefix of keys that nobody else has, so that nothing is left behind
// in a server that is somebody else's.
type space struct{ prefix string }

func newSpace() space { return space{"fencing:" + rand.Text() + ":"} }

// clear removes all that begins with the prefix.
func (s space) clear() {
	ctx := context.Background()
	client := goredis.NewClient(options(server))
	defer client.Close()
	keys := client.Scan(ctx, 0, s.prefix+"*", 1000).Iterator()
	for keys.Next(ctx) {
		if err := client.Del(ctx, keys.Val()).Err(); err != nil {
			panic(err)
		}
	}
	if err := keys.Err(); err != nil {
		panic(err)
	}
}

// acquireOnceFree asks until the holder's lease is over, which is the end of a
// pause that was longer than the lease.
func acquireOnceFree(locks fencetest.Locker, name, holder string) (chapter.Lease, error) {
	deadline := time.Now().Add(20 * time.Second)
	for {
		lease, err := locks.Acquire(context.Background(), name, holder, time.Minute)
		if !errors.Is(err, chapter.ErrHeld) || time.Now().After(deadline) {
			return lease, err
		}
		time.Sleep(5 * time.Millisecond)
	}
}
