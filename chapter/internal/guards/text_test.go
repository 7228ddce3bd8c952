package guards

import (
	"fmt"
	"go/ast"
	"go/doc/comment"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// How long the text may be, in words of prose: without headings and code.
const (
	minWords        = 2500
	maxWords        = 3500
	maxSectionWords = 250
)

func TestTheTextKeepsItsLength(t *testing.T) {
	p := parse(t, "chapter")
	total, section, heading := 0, 0, "the beginning"
	endSection := func() {
		assert.LessOrEqual(t, section, maxSectionWords, "chapter/doc.go: words in section %q", heading)
		total, section = total+section, 0
	}
	for _, block := range p.doc.Parser().Parse(p.doc.Doc).Content {
		if h, ok := block.(*comment.Heading); ok {
			endSection()
			heading = plain(h.Text)
			continue
		}
		section += len(strings.Fields(oneLine([]comment.Block{block})))
	}
	endSection()
	if total < minWords || total > maxWords {
		t.Errorf("chapter/doc.go has %d words of prose, not between %d and %d", total, minWords, maxWords)
	}
}

// A link that go/doc can't resolve is drawn as text in brackets, without a word.
func TestTheTextsLinksLeadSomewhere(t *testing.T) {
	for _, folder := range []string{"chapter", "chapter/keyed", "examples"} {
		p := parse(t, folder)
		text := p.doc.Parser().Parse(p.doc.Doc)
		for _, block := range text.Content {
			for _, bracketed := range inBrackets.FindAllString(withoutLinks(block), -1) {
				t.Errorf("%s/doc.go: %s is no link: no such name is exported here, a package is not given by its full path, or a definition is missing", folder, bracketed)
			}
			for _, link := range docLinks(block) {
				assert.NoError(t, checkDocLink(t, link), "%s/doc.go", folder)
			}
		}
		for _, definition := range text.Links {
			u, err := url.Parse(definition.URL)
			assert.True(t, err == nil && u.Scheme == "https" && u.Host != "", "%s/doc.go: [%s]: %s is not a full https address", folder, definition.Text, definition.URL)
			assert.True(t, definition.Used, "%s/doc.go: [%s] is defined and not used", folder, definition.Text)
		}
	}
}

var inBrackets = regexp.MustCompile(`\[[^\[\]]+\](: \S+)?`)

// checkDocLink looks into the packages of this module; go/doc itself has seen to
// the names of the package at hand, and other modules are for their authors.
func checkDocLink(t *testing.T, link *comment.DocLink) error {
	folder, ours := strings.CutPrefix(link.ImportPath, modulePath()+"/")
	if !ours {
		return nil
	}
	if parse(t, folder).exports(link.Recv, link.Name) {
		return nil
	}
	return fmt.Errorf("[%s] links to what package %s does not export", plain(link.Text), folder)
}

func (p *parsed) exports(recv, name string) bool {
	if name == "" {
		return true
	}
	probe := name
	if recv != "" {
		probe = recv + "." + name
	}
	return ast.IsExported(name) && len(docLinks(p.doc.Parser().Parse("[" + probe + "]").Content[0])) == 1
}

// texts calls visit for each piece of text in the paragraphs and lists of block.
func texts(block comment.Block, visit func(comment.Text)) {
	switch block := block.(type) {
	case *comment.Paragraph:
		for _, text := range block.Text {
			visit(text)
		}
	case *comment.List:
		for _, item := range block.Items {
			for _, content := range item.Content {
				texts(content, visit)
			}
		}
	}
}

func docLinks(block comment.Block) []*comment.DocLink {
	var links []*comment.DocLink
	texts(block, func(text comment.Text) {
		if link, ok := text.(*comment.DocLink); ok {
			links = append(links, link)
		}
	})
	return links
}

// withoutLinks returns the text of block that is not part of a link.
func withoutLinks(block comment.Block) string {
	var b strings.Builder
	texts(block, func(text comment.Text) {
		if text, ok := text.(comment.Plain); ok {
			b.WriteString(string(text))
		}
	})
	return b.String()
}

// oneLine returns the text of the paragraphs and lists among blocks, with single
// spaces, and without code blocks and headings.
func oneLine(blocks []comment.Block) string {
	var words []string
	for _, block := range blocks {
		switch block := block.(type) {
		case *comment.Paragraph:
			words = append(words, strings.Fields(plain(block.Text))...)
		case *comment.List:
			for _, item := range block.Items {
				words = append(words, oneLine(item.Content))
			}
		}
	}
	return strings.Join(words, " ")
}

func plain(text []comment.Text) string {
	var b strings.Builder
	for _, part := range text {
		switch part := part.(type) {
		case comment.Plain:
			b.WriteString(string(part))
		case comment.Italic:
			b.WriteString(string(part))
		case *comment.Link:
			b.WriteString(plain(part.Text))
		case *comment.DocLink:
			b.WriteString(plain(part.Text))
		}
	}
	return b.String()
}
