//go:build unix

package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	if status, isChild := runChild(); isChild {
		os.Exit(status)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	signal.Ignore(syscall.SIGPIPE) // it would end this process before it can end its children
	status := run(ctx, os.Args[1:], os.Stdout, os.Stderr, isTerminal(os.Stdout))
	stop()
	os.Exit(status)
}

// run returns the exit status. Whichever way it ends, also when ctx does, no
// child and no file is left.
func run(ctx context.Context, args []string, stdout, stderr io.Writer, terminal bool) int {
	s, err := parse(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(stdout, usage)
		return 0
	}
	if err != nil {
		fmt.Fprintf(stderr, "zombie: %v\n-h tells what there is\n", err)
		return 2
	}
	act := narrate
	switch {
	case s.kill:
		act = killAgainAndAgain
	case s.runs > 0:
		act = statistics
	}
	c := &console{w: stdout, terminal: terminal, colours: terminal && os.Getenv("NO_COLOR") == "", details: s.verbose}
	acting, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	c.broken = cancel
	status, err := act(acting, s, c)
	c.clear()
	if ctx.Err() != nil {
		fmt.Fprintln(stderr, "zombie: interrupted; no process is left behind")
		return 1
	}
	if cause := context.Cause(acting); cause != nil {
		err = cause // what else went wrong, went wrong because of it
	}
	if err != nil {
		fmt.Fprintln(stderr, "zombie:", err)
		return 1
	}
	return status
}

// isTerminal takes a character device for a terminal, unless it is /dev/null.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	null, _ := os.Stat(os.DevNull)
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && !os.SameFile(info, null)
}
