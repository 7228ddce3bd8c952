package filestore

import (
	"io"
	"os"
	"path/filepath"
)

// A disk is the little that a Store needs of a folder. There are two: a real
// folder, and the one in the tests whose power can be cut.
type disk interface {
	read(name string) ([]byte, error)
	create(name string) (file, error) // fails if the name is taken
	rename(from, to string) error     // replaces what is there
	remove(name string) error
	syncDir() error // when it returns nil, the names are safe
}

// A file is safe when Sync has returned nil, apart from its name.
type file interface {
	io.WriteCloser
	Sync() error
}

// A folder is a real one, given by its path.
type folder string

func (dir folder) path(name string) string { return filepath.Join(string(dir), name) }

func (dir folder) read(name string) ([]byte, error) { return os.ReadFile(dir.path(name)) }

func (dir folder) create(name string) (file, error) {
	return os.OpenFile(dir.path(name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
}

func (dir folder) rename(from, to string) error { return os.Rename(dir.path(from), dir.path(to)) }

func (dir folder) remove(name string) error { return os.Remove(dir.path(name)) }

func (dir folder) syncDir() error { return syncFolder(string(dir)) }
