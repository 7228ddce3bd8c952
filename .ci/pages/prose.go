package main

import (
	"fmt"
	"regexp"
)

var (
	// brackets are a link that was not made: [Lease], [keyed.Store.Claim],
	// [the paper]. An index, as in marks[key], is none.
	brackets = regexp.MustCompile(`(?:^|[^\pL\pN_\])])(\[\*?\pL[^\[\]]*\])`)
	// markdown starts a line that Markdown would draw in another way.
	markdown = regexp.MustCompile(`(?m)^(#.*|\|.*|[-*+] .*)$`)
)

// checkProse looks for markup that came out as text. Code is not prose.
func checkProse(p *page) (problems []string) {
	p.content.walk(func(n *node) {
		if n.tag != "p" && n.tag != "li" && n.tag != "h4" {
			return
		}
		if n.tag == "li" && len(n.all("p", "")) > 0 {
			return // its paragraphs come by themselves
		}
		text := n.content("a", "pre", "ul", "ol")
		for _, m := range brackets.FindAllStringSubmatch(text, -1) {
			problems = append(problems, fmt.Sprintf("%s is no link (another package needs its full import path, a title its definition) in: %s", m[1], excerpt(n)))
		}
		for _, m := range markdown.FindAllString(text, -1) {
			problems = append(problems, fmt.Sprintf("%q is drawn as plain text in: %s", m, excerpt(n)))
		}
	})
	return problems
}

// excerpt is the beginning of what n shows, to find it by.
func excerpt(n *node) string {
	text := []rune(oneLine(n.content()))
	if len(text) > 80 {
		return string(text[:80]) + "..."
	}
	return string(text)
}
