package main

import (
	"fmt"
	"net/http"
)

// check compares a package's page with its source and returns what is wrong.
func check(site *site, s *source) (problems []string, err error) {
	p, err := site.get("/" + s.ImportPath)
	if err != nil {
		return nil, err
	}
	switch {
	case p.status != http.StatusOK:
		return []string{fmt.Sprintf("the page answers %d (a folder with nothing but _test.go files is no package there)", p.status)}, nil
	case p.content == nil:
		return []string{"the page shows no documentation"}, nil
	}
	// pkg.go.dev hides the documentation then; pkgsite on one's own machine does not.
	if !p.license {
		problems = append(problems, "no redistributable license was recognized: pkg.go.dev would not show the documentation")
	}
	if s.comment == "" {
		problems = append(problems, "there is no package comment")
	}
	problems = append(problems, checkHeadings(p, s)...)
	problems = append(problems, checkExamples(p, s)...)
	problems = append(problems, checkProse(p)...)
	broken, err := checkLinks(site, p, s)
	return append(problems, broken...), err
}

// compare says where two lists differ.
func compare(what string, want, got []string) []string {
	for i := range max(len(want), len(got)) {
		switch {
		case i >= len(got):
			return []string{fmt.Sprintf("%s: %q is missing", what, want[i])}
		case i >= len(want):
			return []string{fmt.Sprintf("%s: %q is not in the source", what, got[i])}
		case want[i] != got[i]:
			return []string{fmt.Sprintf("%s: want %q, got %q", what, want[i], got[i])}
		}
	}
	return nil
}
