//go:build unix && !aix && !solaris

package filestore

import (
	"errors"
	"os"
	"syscall"
)

// syncFolder brings the names in the folder to the disk.
func syncFolder(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// lock takes the lock file for this Store alone, or returns ErrInUse at once.
// That the file exists means nothing: the lock is the kernel's, and the kernel
// takes it back from a process that ends, however it ends.
func lock(path string) (unlock func() error, err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	fd := int(f.Fd())
	if err := syscall.Flock(fd, syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		if errors.Is(err, syscall.EWOULDBLOCK) {
			err = ErrInUse
		}
		return nil, errors.Join(err, f.Close())
	}
	// Closing alone is not enough: a child process that is just being
	// started has a copy of the open file until it runs its own program.
	return func() error {
		return errors.Join(syscall.Flock(fd, syscall.LOCK_UN), f.Close())
	}, nil
}
