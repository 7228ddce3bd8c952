//go:build !windows && (!unix || aix || solaris)

package filestore

import (
	"errors"
	"fmt"
	"runtime"
)

func syncFolder(string) error { return errors.ErrUnsupported }

// lock refuses: without a lock that ends with its process, two of them could
// open the same folder, and a store that can't be opened harms nobody.
func lock(string) (unlock func() error, err error) {
	return nil, fmt.Errorf("locking a folder on %s: %w", runtime.GOOS, errors.ErrUnsupported)
}
