package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"example.com/fencing/examples/real/internal/servers"
	"example.com/fencing/examples/real/internal/systems"
)

func main() {
	// Who reads the table may stop in the middle: that is SIGPIPE.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGPIPE)
	defer stop()
	os.Exit(run(ctx, systems.Openers, os.Args[1:], os.Stdout, os.Stderr))
}

// run returns the exit status: 1 if something could not be measured, 2 if the
// command was not understood.
func run(ctx context.Context, openers []systems.Opener, args []string, out, complaints io.Writer) int {
	flags := flag.NewFlagSet("price", flag.ContinueOnError)
	flags.SetOutput(complaints)
	svg := flags.String("svg", "", "write the plot of the ratios to this `file`")
	each := flags.Duration("time", 5*time.Second, "how long to write to each storage")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return 0
	} else if err != nil {
		return 2
	}
	if err := check(flags.Args(), *svg, *each); err != nil {
		fmt.Fprintln(complaints, "price:", err)
		return 2
	}

	fmt.Fprintf(out, "Values of %d bytes, one writer, plain and fenced writes by turns.\n\n", valueSize)
	prices, absent, err := measureAll(ctx, openers, *each, out)
	for _, a := range absent {
		fmt.Fprintln(out, a)
	}
	if err == nil && *svg != "" && len(prices) > 0 {
		var plot bytes.Buffer
		drawPlot(&plot, prices)
		err = os.WriteFile(*svg, plot.Bytes(), 0o644)
	}
	if err != nil {
		fmt.Fprintln(complaints, "price:", err)
		return 1
	}
	if len(absent) > 0 && servers.Required() {
		fmt.Fprintln(complaints, "price: REQUIRE_SERVERS is set, and not all of them are here")
		return 1
	}
	return 0
}

func check(rest []string, svg string, each time.Duration) error {
	if len(rest) > 0 {
		return fmt.Errorf("it takes no arguments such as %q, only flags: see -help", rest[0])
	}
	if each <= 0 {
		return fmt.Errorf("-time is %v: it has to be above zero, such as 5s", each)
	}
	if svg == "" {
		return nil
	}
	if _, err := os.Stat(filepath.Dir(svg)); err != nil {
		return fmt.Errorf("-svg needs a file in a folder that is there: %w", err)
	}
	if info, err := os.Stat(svg); err == nil && info.IsDir() {
		return fmt.Errorf("-svg needs a file, and %s is a folder", svg)
	}
	return nil
}

// measureAll measures the storages one after the other. Those that are absent say
// how to enable them.
func measureAll(ctx context.Context, openers []systems.Opener, each time.Duration, out io.Writer) (prices []price, absent []error, err error) {
	io.WriteString(out, header)
	for _, opener := range openers {
		p, err := measureOne(ctx, opener, each)
		missing := (*servers.AbsentError)(nil)
		switch {
		case errors.As(err, &missing):
			if !slices.ContainsFunc(absent, func(a error) bool { return a.Error() == missing.Error() }) {
				absent = append(absent, missing) // once, whatever it is used for
			}
		case errors.Is(err, errNoStorage):
		case err != nil:
			return prices, absent, fmt.Errorf("%s: %w", opener.Name, err)
		default:
			prices = append(prices, p)
			row(out, p)
		}
	}
	return prices, absent, nil
}

// errNoStorage says that a system grants leases and does nothing else.
var errNoStorage = errors.New("it stores nothing")

// patience is how much longer than it was told to a storage may take, to open, to
// warm up, and to have its round trips counted. One that hangs is given up on.
const patience = 2 * time.Minute

func measureOne(ctx context.Context, opener systems.Opener, each time.Duration) (p price, err error) {
	ctx, cancel := context.WithTimeout(ctx, each+patience)
	defer cancel()
	system, err := opener.Open(ctx)
	if err != nil {
		return p, err
	}
	defer func() { err = errors.Join(err, system.Close()) }()
	if system.Store == nil {
		return p, errNoStorage
	}
	m, err := newMeter(ctx, system)
	if err != nil {
		return p, err
	}
	for end := time.Now().Add(each); len(m.rounds) == 0 || time.Now().Before(end); {
		if err := errors.Join(ctx.Err(), m.run(ctx)); err != nil {
			return p, err
		}
	}
	return m.price(ctx)
}
