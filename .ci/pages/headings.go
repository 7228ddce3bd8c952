package main

import (
	"slices"
	"strings"
)

// checkHeadings wants the package comment's headings as headings, and all of
// them in the table of contents above it.
func checkHeadings(p *page, s *source) (problems []string) {
	if len(s.headings) == 0 {
		return nil
	}
	overview := p.content.all("section", "Documentation-overview")
	if len(overview) == 0 {
		return []string{"the page has no overview"}
	}

	var drawn, ids []string
	for _, n := range overview[0].children { // not those within Examples
		if n.tag == "h4" {
			drawn = append(drawn, oneLine(n.withoutAnchor()))
			ids = append(ids, "#"+n.attr["id"])
		}
	}
	problems = append(problems, compare("the headings of the package comment", s.headings, drawn)...)

	var titles, targets []string
	if toc := overview[0].all("ul", "Documentation-toc"); len(toc) > 0 {
		for _, a := range toc[0].all("a", "") {
			titles = append(titles, oneLine(a.content()))
			targets = append(targets, a.attr["href"])
		}
	}
	problems = append(problems, compare("the table of contents", s.headings, titles)...)
	return append(problems, compare("the links of the table of contents", ids, targets)...)
}

// withoutAnchor is a heading's text without the ¶ that links to it.
func (n *node) withoutAnchor() string {
	var b strings.Builder
	for _, c := range n.children {
		if !slices.Contains(strings.Fields(c.attr["class"]), "Documentation-idLink") {
			b.WriteString(c.content())
		}
	}
	return b.String()
}
