package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// site fetches pages, each once.
type site struct {
	ctx   context.Context
	url   string
	pages map[string]*page
}

// page is an answer of the server.
type page struct {
	status  int
	license bool  // shown as one under which pkg.go.dev may show the documentation
	content *node // the documentation; nil if there is none
	ids     map[string]bool
}

func newSite(ctx context.Context, url string) *site {
	return &site{ctx: ctx, url: url, pages: map[string]*page{}}
}

const (
	contentStart = `<div class="Documentation-content`
	licenseLink  = `data-test-id="UnitHeader-license"`
)

// get returns the page at a path that starts with a slash.
func (s *site) get(path string) (*page, error) {
	if p := s.pages[path]; p != nil {
		return p, nil
	}
	request, err := http.NewRequestWithContext(s.ctx, http.MethodGet, s.url+path, nil)
	if err != nil {
		return nil, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}

	html := string(body)
	p := &page{
		status:  response.StatusCode,
		license: strings.Contains(html, licenseLink),
		ids:     map[string]bool{},
	}
	if _, rest, ok := strings.Cut(html, contentStart); ok {
		if p.content, err = parse(contentStart + rest); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		p.content.walk(func(n *node) { p.ids[n.attr["id"]] = true })
	}
	s.pages[path] = p
	return p, nil
}
