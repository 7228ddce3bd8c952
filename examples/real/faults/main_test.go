package faults

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"testing"

	goredis "github.com/redis/go-redis/v9"

	"example.com/fencing/examples/real/internal/servers"
)

// quietRedis is the same, as go-redis wants it.
type quietRedis struct{}

func (quietRedis) Printf(context.Context, string, ...any) {}

func TestMain(m *testing.M) {
	flag.Parse()
	if *kills < 1 {
		fmt.Fprintf(os.Stderr, "-kills is %d: it has to be 1 or more, and 20 is the long form\n", *kills)
		os.Exit(2)
	}
	goredis.SetLogger(quietRedis{})
	atOnce()
	theExample()
	os.Exit(m.Run())
}

// atOnce has more tests run at the same time than there are processors, unless
// somebody has said how many: they wait for servers, and for leases to expire.
func atOnce() {
	said := false
	flag.Visit(func(f *flag.Flag) { said = said || f.Name == "test.parallel" })
	if said {
		return
	}
	if err := flag.Set("test.parallel", "6"); err != nil {
		panic(err)
	}
}

// theExample is skipped where Redis is not here, for an Example can't do that.
func theExample() {
	server, err := servers.Redis(true)
	if err == nil {
		err = server.Stop()
	}
	if absent := (*servers.AbsentError)(nil); errors.As(err, &absent) && !servers.Required() {
		fmt.Println("skipped: Example_promotedReplica:", absent)
		skip := "^Example_promotedReplica$"
		if said := flag.Lookup("test.skip").Value.String(); said != "" {
			skip = said + "|" + skip
		}
		err = flag.Set("test.skip", skip)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
