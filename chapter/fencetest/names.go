package fencetest

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"sync/atomic"
)

// freshNames makes the names of a story unique in the system under test, which
// may be shared and may remember every mark it has ever seen. The story tells
// the short ones.
type freshNames struct{ prefix string }

var (
	thisRun = func() string {
		var b [5]byte
		rand.Read(b[:])
		return hex.EncodeToString(b[:])
	}()
	lastNames atomic.Int64
)

// newNames keeps to letters, digits and hyphens: every system takes those.
func newNames() freshNames {
	return freshNames{prefix: fmt.Sprintf("fencetest-%s-%d-", thisRun, lastNames.Add(1))}
}

func (n freshNames) names() string             { return n.prefix }
func (n freshNames) unique(name string) string { return n.prefix + name }
