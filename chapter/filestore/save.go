package filestore

import (
	"errors"
	"fmt"
	"io/fs"
)

// The files of a store. The lock is a file of its own because the store's file
// is a different one after each save, and a lock would stay with the old one.
const (
	fileName = "store"
	tempName = "store.new"
	lockName = "lock"
)

// replace makes contents the content of the store's file: all of it, or none.
func replace(d disk, contents []byte) error {
	f, err := d.create(tempName)
	if err != nil {
		return err
	}
	_, err = f.Write(contents)
	if err == nil {
		err = f.Sync()
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	if err := d.rename(tempName, fileName); err != nil {
		return err
	}
	return d.syncDir()
}

// open reads the state on the disk and saves it once more: what the system
// shows us need not be on the disk yet, and nobody may build on it before it is.
func open(d disk, save func(disk, []byte) error) (*Store, error) {
	objects, err := load(d)
	if err != nil {
		return nil, err
	}
	// A crash can leave an unfinished file behind. It is removed and not
	// written over: after a rename that the crash has cut in two, its name
	// may stand for the very file that is the store.
	if err := d.remove(tempName); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if err := save(d, encode(objects)); err != nil {
		return nil, fmt.Errorf("saving what was read: %w", err)
	}
	return &Store{disk: d, save: save, objects: objects}, nil
}

// load returns an empty state only if there is no file at all.
func load(d disk) (map[string]object, error) {
	contents, err := d.read(fileName)
	if errors.Is(err, fs.ErrNotExist) {
		return make(map[string]object), nil
	}
	if err != nil {
		return nil, err
	}
	return decode(string(contents))
}
