package filestore

import "slices"

// A simFile is what a name stands for; two names can stand for one.
type simFile struct {
	seen    []byte // by the running system
	certain []byte // to be on the disk
	unsaved bool   // seen has been written and not synced
	given   bool   // up: a sync has failed, and later ones have nothing to do
}

// A handle is an open simFile.
type handle struct {
	disk *simDisk
	file *simFile
	name string
}

func (h handle) Write(b []byte) (int, error) {
	write := func(b []byte) {
		h.file.seen = append(slices.Clip(h.file.seen), b...) // what is certain stays as it is
		h.file.unsaved = true
	}
	err := h.disk.step("write "+h.name, func() { write(b) }, func() { write(b[:len(b)/2]) })
	return len(b), err
}

func (h handle) Sync() error {
	return h.disk.step("sync "+h.name, func() {
		if !h.file.given {
			h.file.certain, h.file.unsaved = h.file.seen, false
		}
	}, func() { h.file.given = true })
}

func (h handle) Close() error { return h.disk.step("close "+h.name, noTrace, noTrace) }
