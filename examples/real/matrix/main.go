// Matrix tries every lock service that is here with every storage that is here:
// does the fence hold, and does anything else?
//
//	go -C examples/real run ./matrix              # the tables
//	go -C examples/real run ./matrix -json        # each cell as it was found
//	go -C examples/real run ./matrix -html > m.html # one page, with a drawing of each cell
//
// A cell is one lock service, one storage, and one of four stories of two clients.
// client1 is granted a lease that really runs out, and client2 asks until it is
// granted the next. Then a write of client1 arrives.
//
//	1      client1 was paused, and the storage has no fence
//	2      client1 was paused, and the storage has a fence
//	3      the write was delayed on its way, and the storage has a fence
//	check  client1 looks at its lease, is paused, and writes; no fence
//
// What the storage answers and what it holds in the end make the cell corrupted or
// refused. Where leases carry no token there is nothing to fence with, and the fence
// refuses everybody: no token, can't be fenced.
//
// The exit status is 0 if each cell is as it must be, 1 if one is not or could not
// be tried, 2 if the flags make no sense. A system that is not here is named, with
// how to enable it; with REQUIRE_SERVERS set that is status 1 as well.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"example.com/fencing/examples/real/internal/systems"
)

const (
	exitWrong = 1
	exitUsage = 2
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	status := run(ctx, os.Args[1:], os.Stdout, os.Stderr, isTerminal(os.Stderr), systems.Openers)
	stop()
	os.Exit(status)
}

// run is main, with a terminal or without.
func run(ctx context.Context, args []string, stdout, stderr io.Writer, terminal bool, openers []systems.Opener) int {
	print, status := parse(args, stdout, stderr)
	if print == nil {
		return status
	}
	report := try(ctx, openers, leaseTTL, progress{stderr, terminal})
	if ctx.Err() != nil {
		fmt.Fprintln(stderr, "matrix: interrupted; what it had started is stopped")
		return exitWrong
	}
	if err := print(stdout, report); err != nil {
		fmt.Fprintln(stderr, "matrix:", err)
		return exitWrong
	}
	for _, problem := range report.problems() {
		fmt.Fprintln(stderr, "matrix:", problem)
		status = exitWrong
	}
	return status
}

// leaseTTL is how long client1's lease lasts: as short as those can count who
// count in seconds.
const leaseTTL = time.Second

// parse returns how the report is to be printed, or nil and the exit status.
func parse(args []string, stdout, stderr io.Writer) (print func(io.Writer, *Report) error, status int) {
	flags := flag.NewFlagSet("matrix", flag.ContinueOnError)
	flags.SetOutput(stderr)
	asJSON := flags.Bool("json", false, "print one JSON document")
	asHTML := flags.Bool("html", false, "print one HTML page")
	flags.Usage = func() {
		fmt.Fprintln(flags.Output(), "usage: go run ./matrix [-json | -html]")
		flags.PrintDefaults()
	}
	for _, arg := range args {
		if arg == "-h" || arg == "-help" || arg == "--help" {
			flags.SetOutput(stdout)
		}
	}
	switch err := flags.Parse(args); {
	case err == flag.ErrHelp:
		return nil, 0
	case err != nil:
		return nil, exitUsage
	case flags.NArg() > 0:
		fmt.Fprintf(stderr, "matrix: it takes no arguments, and %q is one\n", flags.Arg(0))
		return nil, exitUsage
	case *asJSON && *asHTML:
		fmt.Fprintln(stderr, "matrix: -json or -html, not both")
		return nil, exitUsage
	case *asJSON:
		return printJSON, 0
	case *asHTML:
		return printHTML, 0
	}
	return printTables, 0
}

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
