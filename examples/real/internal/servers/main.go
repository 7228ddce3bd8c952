package servers

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"testing"
)

// Main is the TestMain of a package whose tests and Examples need a server: it
// starts it, runs them, stops it. If the server is not here, nothing is run, since
// an Example can't skip: go test says [no tests to run], and with -v how to
// enable them. With REQUIRE_SERVERS set that is a failure.
func Main(m *testing.M, start func() (*Server, error), use func(*Server)) {
	os.Exit(run(m, start, use))
}

func run(m *testing.M, start func() (*Server, error), use func(*Server)) (status int) {
	flag.Parse()
	server, err := start()
	if absent := (*AbsentError)(nil); errors.As(err, &absent) && !Required() {
		fmt.Println("skipped:", absent)
		none := errors.Join(flag.Set("test.run", "^$"), flag.Set("test.bench", ""))
		if none != nil {
			fmt.Fprintln(os.Stderr, none)
			return 1
		}
		return m.Run()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer func() {
		if err := server.Stop(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			status = 1
		}
	}()
	use(server)
	return m.Run()
}

// Required reports whether every server has to be here.
func Required() bool { return os.Getenv("REQUIRE_SERVERS") != "" }

// ForTest starts a server for one test, or skips it by name.
func ForTest(t testing.TB, start func() (*Server, error)) *Server {
	t.Helper()
	server, err := start()
	if absent := (*AbsentError)(nil); errors.As(err, &absent) && !Required() {
		t.Skip(absent)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Stop(); err != nil {
			t.Error(err)
		}
	})
	return server
}
