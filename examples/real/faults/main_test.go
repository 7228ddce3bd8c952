package faults

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"testing"

	"example.com/fencing/examples/real/internal/servers"
)

// The Example can't skip, and it needs Redis.
func TestMain(m *testing.M) {
	flag.Parse()
	server, err := servers.Redis(true)
	if err == nil {
		err = server.Stop()
	}
	if absent := (*servers.AbsentError)(nil); errors.As(err, &absent) && !servers.Required() {
		fmt.Println("skipped: Example_promotedReplica:", absent)
		err = flag.Set("test.skip", "^Example_promotedReplica$")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}
