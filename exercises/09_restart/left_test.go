package restart_test

import (
	"maps"
	"slices"
)

// A remainder is what a power failure may leave of a disk, and what had to go
// wrong for it to look like this.
type remainder struct {
	platter platter
	names   map[string]*file
	lost    []string
}

// remainders returns everything that may be left if the power fails now: each
// change of names that is not safe made or undone, and with each of these, each
// file that is not synced whole, cut off, or as it was. The kindest come first.
func (d *disk) remainders() []remainder {
	all := []remainder{{names: d.safe}}
	for _, c := range d.changes {
		var next []remainder
		add := func(r remainder) {
			if !slices.ContainsFunc(next, func(n remainder) bool { return maps.Equal(n.names, r.names) }) {
				next = append(next, r)
			}
		}
		for _, r := range all {
			made := maps.Clone(r.names)
			c.apply(made)
			add(remainder{names: made, lost: r.lost})
			add(remainder{names: r.names, lost: append(slices.Clip(r.lost), c.what+" is undone")})
		}
		all = next
	}
	var decided []remainder
	for _, r := range all {
		decided = append(decided, r.contents()...)
	}
	return decided
}

// contents decides what is in the files.
func (r remainder) contents() []remainder {
	all := []remainder{{platter: platter{}, lost: r.lost}}
	for _, name := range slices.Sorted(maps.Keys(r.names)) {
		var next []remainder
		for _, before := range all {
			for _, became := range r.names[name].remainders(name) {
				after := maps.Clone(before.platter)
				after[name] = became.content
				next = append(next, remainder{platter: after, lost: append(slices.Clip(before.lost), became.lost...)})
			}
		}
		all = next
	}
	return all
}

type contentLeft struct {
	content string
	lost    []string
}

func (f *file) remainders(name string) []contentLeft {
	all := []contentLeft{{content: f.content()}}
	if len(f.versions) == 0 {
		return all
	}
	half := f.content()[:len(f.content())/2]
	all = append(all, contentLeft{half, []string{"what was written to " + name + " is cut off"}})
	for _, version := range append([]string{f.safe}, f.versions[:len(f.versions)-1]...) {
		all = append(all, contentLeft{version, []string{"what was written to " + name + " is lost"}})
	}
	return all
}
