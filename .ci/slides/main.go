// Slides opens every slide of every deck in a headless Chromium, as a class
// would see it, and says what is wrong there. Run it from the module's root:
//
//	go -C .ci/slides run .
//
// Present cuts off what doesn't fit, shows a missing image as nothing, and does
// nothing if a Run button can't reach it: a deck that parses can still fail in
// front of a class. With a folder as its argument it leaves a screenshot of each
// slide there, to be looked at.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// root is the module whose slides are looked at, seen from this folder.
const root = "../.."

// limit is for everything, building present and the programs included.
const limit = 15 * time.Minute

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()

	var screenshots string
	if len(os.Args) > 1 {
		screenshots = os.Args[1]
	}
	problems, err := run(ctx, screenshots)
	for _, p := range problems {
		fmt.Println(p)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "slides:", err)
	} else if len(problems) > 0 {
		fmt.Fprintf(os.Stderr, "slides: problems: %d\n", len(problems))
	}
	if err != nil || len(problems) > 0 {
		os.Exit(1)
	}
}

// run returns what is wrong with the decks, or an error if it cannot tell.
func run(ctx context.Context, screenshots string) (problems []string, err error) {
	decks, err := filepath.Glob(filepath.Join(root, "slides", "*.slide"))
	if err != nil || len(decks) == 0 {
		return nil, fmt.Errorf("no decks in %s", filepath.Join(root, "slides"))
	}
	began := time.Now()
	present, err := startPresent(ctx)
	if err != nil {
		return nil, err
	}
	defer present.stop()
	browser, closeBrowser, err := startBrowser(ctx)
	if err != nil {
		return nil, err
	}
	defer closeBrowser()

	pages := make(map[string]int)
	for i, deck := range decks {
		name := strings.TrimSuffix(filepath.Base(deck), ".slide")
		d := &deckCheck{name: name, url: present.url + "/slides/" + name + ".slide", screenshots: screenshots}
		if err := d.open(browser); err != nil {
			return problems, fmt.Errorf("%s: %w\npresent said:\n%s", name, err, present.said())
		}
		if i == 0 {
			fmt.Printf("the first slide: after %.1fs\n", time.Since(began).Seconds())
		}
		found, err := d.check(browser)
		problems = append(problems, found...)
		if err != nil {
			return problems, fmt.Errorf("%w\npresent said:\n%s", err, present.said())
		}
		pages[name] = d.slides
		fmt.Printf("%s: %d slides, %d programs run, problems: %d\n", name, d.slides, d.programs, len(found))
	}
	found, err := checkPrinted(ctx, pages)
	return append(problems, found...), err
}
