package main

import (
	"fmt"
	"slices"
)

// checkExamples wants every Example of the source, in go/doc's order, with its
// code and output, and no other.
func checkExamples(p *page, s *source) (problems []string) {
	for _, name := range s.dropped {
		problems = append(problems, name+" is not shown: it names nothing in this package (Example_suffix belongs to the package itself)")
	}

	drawn := map[string]*node{}
	place := map[string]int{}
	for i, n := range p.content.all("details", "Documentation-exampleDetails") {
		drawn[n.attr["id"]], place[n.attr["id"]] = n, i
	}
	known := map[string]bool{}
	for _, group := range s.examples {
		before := -1
		for _, e := range group {
			known[e.id] = true
			n := drawn[e.id]
			if n == nil {
				problems = append(problems, fmt.Sprintf("%s is missing (no #%s)", e.name, e.id))
				continue
			}
			if place[e.id] < before {
				problems = append(problems, e.name+" comes too early")
			}
			before = place[e.id]
			if line, ok := missingLine(e.code, shown(n, "pre", "Documentation-exampleCode")); !ok {
				problems = append(problems, fmt.Sprintf("%s: the code lacks the line %q, or has it out of order", e.name, line))
			}
			problems = append(problems, compare(e.name+": the output", e.output, shown(n, "span", "Documentation-exampleOutput"))...)
		}
	}
	for id := range drawn {
		if !known[id] {
			problems = append(problems, "an example is shown that the source does not have: #"+id)
		}
	}
	return problems
}

// shown returns the lines within the elements of that tag and class.
func shown(n *node, tag, class string) []string {
	var list []string
	for _, block := range n.all(tag, class) {
		list = append(list, lines(block.content())...)
	}
	return list
}

// missingLine looks for the wanted lines among those given, in order, and
// returns the first that is not there.
func missingLine(want, given []string) (line string, ok bool) {
	for _, line := range want {
		i := slices.Index(given, line)
		if i < 0 {
			return line, false
		}
		given = given[i+1:]
	}
	return "", true
}
