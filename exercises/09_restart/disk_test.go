package restart_test

import (
	"fmt"
	"maps"
)

// A platter is what is on a disk while the power is off: names and contents, and
// nothing is uncertain.
type platter map[string]string

// A disk is a platter in use. It knows what the program sees, and what is safe.
type disk struct {
	names   map[string]*file // as the program sees them
	safe    map[string]*file // as of the last SyncFolder
	changes []change         // of names, since then

	calls  int    // that change something, so far
	fails  int    // the number of the call before which the power fails, or 0
	off    bool   // the power has failed
	before string // which call
	story  *story

	since, step int // calls of any kind since the story's last step, and that step
}

// A file has been written since its last Sync if there are versions.
type file struct {
	safe     string
	versions []string
}

// A change lets a name stand for a file, and takes another name away.
type change struct {
	what string
	name string
	file *file
	gone string
}

type powerFailure struct{} // the panic that ends the program

type endlessCalls struct{} // the panic that ends a program that does not end

// tell tells a detail. For one step of the story there are so many, and no more.
func (d *disk) tell(format string, args ...any) {
	if d.step != d.story.number {
		d.since, d.step = 0, d.story.number
	}
	if d.since++; d.since > 100_000 {
		panic(endlessCalls{})
	}
	d.story.detail(fmt.Sprintf(format, args...))
}

func use(p platter, story *story) *disk {
	d := &disk{names: map[string]*file{}, story: story}
	for name, content := range p {
		d.names[name] = &file{safe: content}
	}
	d.safe = maps.Clone(d.names)
	return d
}

// call tells of a call, unless the power fails before it.
func (d *disk) call(format string, args ...any) {
	what := fmt.Sprintf(format, args...)
	d.calls++
	if d.off || d.calls == d.fails {
		d.off, d.before = true, what
		panic(powerFailure{})
	}
	d.tell("%s", what)
}

func (f *file) content() string {
	if n := len(f.versions); n > 0 {
		return f.versions[n-1]
	}
	return f.safe
}

func (d *disk) Read(name string) (content string, exists bool) {
	if d.off {
		panic(powerFailure{})
	}
	f, exists := d.names[name]
	if !exists {
		d.tell("read %s: there is none", name)
		return "", false
	}
	d.tell("read %s: %q", name, f.content())
	return f.content(), true
}

func (d *disk) Write(name, content string) {
	d.call("write %s: %q", name, content)
	f, exists := d.names[name]
	if !exists {
		f = &file{}
		d.change(change{what: "the name " + name, name: name, file: f})
	}
	f.versions = append(f.versions, content)
}

func (d *disk) Sync(name string) {
	d.call("sync %s", name)
	if f, exists := d.names[name]; exists {
		f.safe, f.versions = f.content(), nil
	}
}

func (d *disk) Rename(from, to string) {
	d.call("rename %s to %s", from, to)
	if f, exists := d.names[from]; exists && from != to {
		d.change(change{what: "the rename of " + from + " to " + to, name: to, file: f, gone: from})
	}
}

func (d *disk) SyncFolder() {
	d.call("sync the folder")
	d.safe, d.changes = maps.Clone(d.names), nil
}

func (d *disk) change(c change) {
	c.apply(d.names)
	d.changes = append(d.changes, c)
}

func (c change) apply(names map[string]*file) {
	names[c.name] = c.file
	delete(names, c.gone)
}
