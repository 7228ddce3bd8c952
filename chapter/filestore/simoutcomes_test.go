package filestore

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// An outcome is a disk after the power was cut, everything on it certain, and
// the story of how it came to look like this.
type outcome struct {
	disk  *simDisk
	story string
}

// outcomes returns every disk that a power cut at this moment can leave behind:
// each change of the folder made or not, and with each of these, each file that
// was not synced lost, torn or whole. No order is kept between any of them.
func (d *simDisk) outcomes() []outcome {
	var all []outcome
	for _, names := range d.folders() {
		all = append(all, names.contents()...)
	}
	return all
}

// A folderOutcome is a folder whose names are decided and whose files are not.
type folderOutcome struct {
	names map[string]*simFile
	story []string
}

// folders goes through the changes and lets each be made or, unless it is sure,
// not made. Two ways to the same names are one outcome.
func (d *simDisk) folders() []folderOutcome {
	all := []folderOutcome{{names: d.certain}}
	for _, c := range d.changes {
		var next []folderOutcome
		add := func(o folderOutcome) {
			if !slices.ContainsFunc(next, func(n folderOutcome) bool { return maps.Equal(n.names, o.names) }) {
				next = append(next, o)
			}
		}
		for _, before := range all {
			add(before.with(c, ""))
			if c.sure {
				continue
			}
			add(before.with(change{}, c.what+" is undone"))
			if c.name != "" && c.gone != "" {
				add(before.with(change{name: c.name, file: c.file}, c.what+" has left both names"))
			}
		}
		all = next
	}
	return all
}

func (o folderOutcome) with(c change, story string) folderOutcome {
	o.names = maps.Clone(o.names)
	c.applyTo(o.names)
	if story != "" {
		o.story = append(slices.Clip(o.story), story)
	}
	return o
}

// contents decides the files, in the order of their names.
func (o folderOutcome) contents() []outcome {
	all := []outcome{{disk: newSimDisk(), story: strings.Join(o.story, ", ")}}
	decided := map[*simFile]bool{}
	for _, name := range slices.Sorted(maps.Keys(o.names)) {
		f := o.names[name]
		if decided[f] {
			continue
		}
		decided[f] = true
		var next []outcome
		for _, before := range all {
			for _, became := range f.outcomes() {
				next = append(next, before.with(o.names, f, name, became))
			}
		}
		all = next
	}
	return all
}

func (before outcome) with(names map[string]*simFile, f *simFile, name string, became fileOutcome) outcome {
	after := outcome{disk: before.disk.clone(), story: before.story}
	decided := &simFile{seen: became.contents, certain: became.contents}
	for alias, file := range names {
		if file == f {
			after.disk.seen[alias], after.disk.certain[alias] = decided, decided
		}
	}
	if became.story != "" {
		after.story = strings.TrimPrefix(fmt.Sprintf("%s, %s is %s", before.story, name, became.story), ", ")
	}
	return after
}

type fileOutcome struct {
	contents []byte
	story    string
}

func (f *simFile) outcomes() []fileOutcome {
	if !f.unsaved {
		return []fileOutcome{{contents: f.certain}}
	}
	half := f.seen[:len(f.seen)/2]
	zeros := append(slices.Clone(half), make([]byte, len(f.seen)-len(half))...)
	return []fileOutcome{
		{f.seen, ""},
		{f.certain, "as it was before it was written"},
		{half, "cut in half"},
		{zeros, "half zeros"},
	}
}
