package postgres

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// A lease of less than the server's unit must not be one of no time at all.
func TestATTLIsRoundedUp(t *testing.T) {
	for ttl, want := range map[time.Duration]int64{
		1:                    1,
		time.Microsecond:     1,
		time.Microsecond + 1: 2,
		time.Hour:            3_600_000_000,
		math.MaxInt64:        math.MaxInt64/1000 + 1,
	} {
		assert.Equal(t, want, microseconds(ttl), ttl)
	}
}
