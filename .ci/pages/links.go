package main

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// checkLinks follows the links that stay in this module or lead to the standard
// library. Others are not served here.
func checkLinks(site *site, p *page, s *source) (problems []string, err error) {
	seen := map[string]bool{}
	for _, a := range p.content.all("a", "") {
		href := a.attr["href"]
		if seen[href] || slices.Contains(strings.Fields(a.attr["class"]), "Documentation-source") {
			continue
		}
		seen[href] = true
		path, id, _ := strings.Cut(href, "#")
		target := p
		if path != "" {
			if !served(path, s.Module.Path) {
				continue
			}
			if dir, nested := nestedModule(path, s.Module.Path); nested {
				if _, err := os.Stat(dir); err != nil {
					problems = append(problems, fmt.Sprintf("the link %q leads to a folder that is not there: %s", oneLine(a.content()), dir))
				}
				continue
			}
			if target, err = site.get(path); err != nil {
				return problems, err
			}
		}
		switch {
		case target.status != http.StatusOK:
			problems = append(problems, fmt.Sprintf("the link %q leads to %s, which answers %d", oneLine(a.content()), path, target.status))
		case id != "" && !target.ids[id]:
			problems = append(problems, fmt.Sprintf("the link %q leads to %s, where there is no such place", oneLine(a.content()), href))
		}
	}
	return problems, nil
}

// served tells whether a path is of the module or of the standard library,
// whose import paths have no dot before the first slash.
func served(path, module string) bool {
	path, ok := strings.CutPrefix(path, "/")
	if !ok {
		return false // on another host
	}
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".") || path == module ||
		strings.HasPrefix(path, module+"/") || strings.HasPrefix(path, module+"@")
}

// nestedModule tells whether a path leads into a module inside of this one, which
// has pages of its own, elsewhere; and to which folder, from the module's root.
func nestedModule(path, module string) (dir string, nested bool) {
	dir, ok := strings.CutPrefix(path, "/"+module+"/")
	if !ok {
		return "", false
	}
	for up := dir; up != "."; up = filepath.Dir(up) {
		if _, err := os.Stat(filepath.Join(up, "go.mod")); err == nil {
			return dir, true
		}
	}
	return dir, false
}
