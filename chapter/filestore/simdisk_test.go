package filestore

import (
	"errors"
	"io/fs"
)

// A simDisk keeps apart what the running system sees and what is certain to be
// on the disk. In between are the bytes and the names that were not synced, and
// outcomes (in simoutcomes_test.go) says what can become of them.
//
// One operation of a run can be chosen for something to happen at it.
type simDisk struct {
	seen    map[string]*simFile // the folder, as the running system sees it
	certain map[string]*simFile // the folder, as of the last sync of it
	changes []change            // what has happened to the folder since

	chosen   int // the number of the operation
	event    event
	ops      int    // operations so far
	happened string // the chosen operation, once it is reached
}

// A change gives a name to a file, and takes another name away, or does one of
// the two.
type change struct {
	what  string
	name  string
	file  *simFile
	gone  string
	sure  bool // a sync has brought it to the disk
	given bool // up: a sync has failed, and later ones leave it out
}

type event int

const (
	nothing      event = iota
	powerCut           // just before the operation
	kill               // just before the operation; the system lives on
	errorInstead       // the operation reports an error and has done nothing
	errorAfter         // the operation reports an error and has been done
)

func (e event) String() string {
	return [...]string{"nothing", "the power is cut before", "the process is killed before",
		"an error is reported instead of", "an error is reported after"}[e]
}

// interrupted is the panic that stands for the end of the process.
type interrupted struct{}

var errSim = errors.New("simulated I/O error")

func newSimDisk() *simDisk {
	return &simDisk{seen: map[string]*simFile{}, certain: map[string]*simFile{}}
}

// step counts an operation and does it, unless it is the chosen one. A sync
// that reports an error instead of working calls fail.
func (d *simDisk) step(operation string, do, fail func()) error {
	d.ops++
	if d.ops != d.chosen {
		do()
		return nil
	}
	d.happened = operation
	switch d.event {
	case powerCut, kill:
		panic(interrupted{})
	case errorAfter:
		do()
	default:
		fail()
	}
	return errSim
}

func noTrace() {}

func (d *simDisk) read(name string) (contents []byte, err error) {
	f := d.seen[name]
	err = d.step("read "+name, noTrace, noTrace)
	if err == nil && f == nil {
		err = fs.ErrNotExist
	}
	if err != nil {
		return nil, err
	}
	return f.seen, nil
}

func (d *simDisk) create(name string) (file, error) {
	if d.seen[name] != nil {
		return nil, fs.ErrExist
	}
	f := &simFile{}
	err := d.step("create "+name, func() {
		d.apply(change{what: "create " + name, name: name, file: f})
	}, noTrace)
	return handle{disk: d, file: f, name: name}, err
}

func (d *simDisk) rename(from, to string) error {
	what := "rename " + from + " to " + to
	return d.step(what, func() {
		d.apply(change{what: what, name: to, file: d.seen[from], gone: from})
	}, noTrace)
}

func (d *simDisk) remove(name string) error {
	missing := d.seen[name] == nil
	err := d.step("remove "+name, func() {
		if !missing {
			d.apply(change{what: "remove " + name, gone: name})
		}
	}, noTrace)
	if err == nil && missing {
		err = fs.ErrNotExist
	}
	return err
}

func (d *simDisk) syncDir() error {
	return d.step("sync the folder", func() {
		for i := range d.changes {
			d.changes[i].sure = !d.changes[i].given
		}
		for len(d.changes) > 0 && d.changes[0].sure {
			d.changes[0].applyTo(d.certain)
			d.changes = d.changes[1:]
		}
	}, func() {
		for i := range d.changes {
			d.changes[i].given = true
		}
	})
}

func (d *simDisk) apply(c change) {
	c.applyTo(d.seen)
	d.changes = append(d.changes, c)
}

func (c change) applyTo(folder map[string]*simFile) {
	if c.name != "" {
		folder[c.name] = c.file
	}
	delete(folder, c.gone)
}

// overwrite opens a file as it is, or a new one, and empties it. The real Store
// has no use for it.
func (d *simDisk) overwrite(name string) (file, error) {
	f := d.seen[name]
	if f == nil {
		return d.create(name)
	}
	err := d.step("empty "+name, func() { f.seen, f.unsaved = nil, true }, noTrace)
	return handle{disk: d, file: f, name: name}, err
}
