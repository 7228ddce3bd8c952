package filestore

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// clone copies the disk with everything that is still uncertain, as a process
// that is killed leaves it to the next.
func (d *simDisk) clone() *simDisk {
	copies := map[*simFile]*simFile{nil: nil}
	copyOf := func(f *simFile) *simFile {
		if _, ok := copies[f]; !ok {
			c := *f
			copies[f] = &c
		}
		return copies[f]
	}
	c := &simDisk{seen: maps.Clone(d.seen), certain: maps.Clone(d.certain)}
	for _, folder := range []map[string]*simFile{c.seen, c.certain} {
		for name, f := range folder {
			folder[name] = copyOf(f)
		}
	}
	for _, change := range d.changes {
		change.file = copyOf(change.file)
		c.changes = append(c.changes, change)
	}
	return c
}

// fingerprint tells disks apart, so that none is explored twice.
func (d *simDisk) fingerprint() string {
	var b strings.Builder
	number := map[*simFile]int{}
	describe := func(name string, f *simFile) {
		if _, known := number[f]; !known && f != nil {
			number[f] = len(number) + 1
			fmt.Fprintln(&b, len(f.seen), len(f.certain), f.unsaved, f.given)
			b.Write(f.seen)
			b.Write(f.certain)
		}
		fmt.Fprintf(&b, "%s=%d ", name, number[f])
	}
	for _, folder := range []map[string]*simFile{d.seen, d.certain} {
		for _, name := range slices.Sorted(maps.Keys(folder)) {
			describe(name, folder[name])
		}
		b.WriteByte('|')
	}
	for _, c := range d.changes {
		describe(c.what, c.file)
		fmt.Fprint(&b, c.sure, c.given)
	}
	return b.String()
}
