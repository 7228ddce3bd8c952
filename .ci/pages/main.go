// Pages checks the documentation pages of this module as pkg.go.dev will draw
// them. Run it from the module's root:
//
//	go run ./.ci/pages
//
// It serves the checkout with pkgsite, the program behind pkg.go.dev, and
// compares each page with what go/doc finds in the source. A text can be good
// Go and still come out wrong there: a heading drawn as a paragraph, a link
// that stays in its brackets, an Example dropped without a word.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// patterns name the packages that people read on pkg.go.dev.
var patterns = []string{"./chapter/...", "./examples"}

// limit is for everything, a first download of pkgsite and its build included.
const limit = 15 * time.Minute

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()

	problems, err := run(ctx)
	for _, p := range problems {
		fmt.Println(p)
	}
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "pages:", err)
		os.Exit(1)
	case len(problems) > 0:
		fmt.Fprintf(os.Stderr, "pages: problems: %d\n", len(problems))
		os.Exit(1)
	}
}

// run returns what is wrong with the pages, or an error if it cannot tell.
func run(ctx context.Context) (problems []string, err error) {
	packages, err := listPackages(ctx, patterns)
	if err != nil {
		return nil, err
	}
	server, err := startServer(ctx)
	if err != nil {
		return nil, err
	}
	defer server.stop()

	site := newSite(ctx, server.url)
	for _, pkg := range packages {
		source, err := readSource(pkg)
		if err != nil {
			return problems, err
		}
		found, err := check(site, source)
		if err != nil {
			return problems, fmt.Errorf("%w\npkgsite said:\n%s", err, server.stop())
		}
		for _, f := range found {
			problems = append(problems, pkg.ImportPath+": "+f)
		}
		fmt.Printf("%s: %d headings, %d examples, problems: %d\n",
			pkg.ImportPath, len(source.headings), source.exampleCount(), len(found))
	}
	return problems, nil
}
