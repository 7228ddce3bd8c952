package filestore

import (
	"errors"
	"os"
	"syscall"
)

// syncFolder does nothing: Windows has no way to sync a folder. What is lost is
// the promise that a rename has reached the disk when it is acknowledged. The
// file is one state or the other, whole, as everywhere. But if the power fails,
// it may be an older state than the last that was acknowledged, with an older
// mark.
func syncFolder(string) error { return nil }

const errorSharingViolation syscall.Errno = 32

// lock takes the lock file for this Store alone, or returns ErrInUse at once.
// It opens the file without sharing it; the system closes it when the process
// ends, however it ends.
func lock(path string) (unlock func() error, err error) {
	name, err := syscall.UTF16PtrFromString(path)
	if err != nil {
		return nil, err
	}
	handle, err := syscall.CreateFile(name, syscall.GENERIC_READ|syscall.GENERIC_WRITE,
		0, nil, syscall.OPEN_ALWAYS, syscall.FILE_ATTRIBUTE_NORMAL, 0)
	if errors.Is(err, errorSharingViolation) {
		return nil, ErrInUse
	}
	if err != nil {
		return nil, &os.PathError{Op: "lock", Path: path, Err: err}
	}
	return func() error { return syscall.CloseHandle(handle) }, nil
}
