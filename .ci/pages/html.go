package main

import (
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
)

// node is an element of a page, or a piece of text if it has no tag.
type node struct {
	tag      string
	attr     map[string]string
	text     string
	children []*node
}

// parse reads pkgsite's HTML, which is regular enough for the XML decoder in
// its lenient mode. What follows after the first element does not matter.
func parse(html string) (*node, error) {
	decoder := xml.NewDecoder(strings.NewReader(html))
	decoder.Strict = false
	decoder.AutoClose = xml.HTMLAutoClose
	decoder.Entity = xml.HTMLEntity

	top := &node{}
	open := []*node{top}
	for {
		token, err := decoder.Token()
		if err != nil {
			if errors.Is(err, io.EOF) {
				err = io.ErrUnexpectedEOF
			}
			return nil, err
		}
		last := open[len(open)-1]
		switch token := token.(type) {
		case xml.StartElement:
			n := &node{tag: token.Name.Local, attr: map[string]string{}}
			for _, a := range token.Attr {
				n.attr[a.Name.Local] = a.Value
			}
			last.children = append(last.children, n)
			open = append(open, n)
		case xml.EndElement:
			if open = open[:len(open)-1]; len(open) == 1 {
				return top.children[0], nil
			}
		case xml.CharData:
			last.children = append(last.children, &node{text: string(token)})
		}
	}
}

// walk calls f for n and everything in it, in the order of the page.
func (n *node) walk(f func(*node)) {
	f(n)
	for _, c := range n.children {
		c.walk(f)
	}
}

// all returns the elements in n with this tag and class. A class of "" is any.
func (n *node) all(tag, class string) []*node {
	var list []*node
	n.walk(func(n *node) {
		if n.tag == tag && (class == "" || slices.Contains(strings.Fields(n.attr["class"]), class)) {
			list = append(list, n)
		}
	})
	return list
}

// content is the text in n, but for the elements that skip names by their tag.
func (n *node) content(skip ...string) string {
	if slices.Contains(skip, n.tag) && n.tag != "" {
		return ""
	}
	var b strings.Builder
	b.WriteString(n.text)
	for _, c := range n.children {
		b.WriteString(c.content(skip...))
	}
	return b.String()
}
