package chapter_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"

	"example.com/fencing/chapter"
)

// noon is what a chapter.Clock shows at first.
var noon = new(chapter.Clock).Now()

// assertLease compares leases field by field, instants as instants.
func assertLease(t *testing.T, want, got chapter.Lease) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("not the lease that was expected (-want +got):\n%s", diff)
	}
}

func TestLeaseExpired(t *testing.T) {
	const ttl = 10 * time.Second
	lease := chapter.Lease{Holder: "client1", Token: 33, Expires: noon.Add(ttl)}
	for _, c := range []struct {
		when  string
		after time.Duration
		want  bool
	}{
		{"at the grant", 0, false},
		{"half way", ttl / 2, false},
		{"at the last instant", ttl - 1, false},
		{"at the instant Expires", ttl, true},
		{"one instant later", ttl + 1, true},
		{"a year later", 365 * 24 * time.Hour, true},
		{"before the grant", -time.Hour, false},
	} {
		t.Run(c.when, func(t *testing.T) {
			assert.Equal(t, c.want, lease.Expired(noon.Add(c.after)))
		})
	}

	t.Run("the same instant in another time zone", func(t *testing.T) {
		tokyo := time.FixedZone("Tokyo", 9*60*60)
		assert.True(t, lease.Expired(noon.Add(ttl).In(tokyo)))
		assert.False(t, lease.Expired(noon.Add(ttl-1).In(tokyo)))
	})
	t.Run("the zero lease is always expired", func(t *testing.T) {
		assert.True(t, chapter.Lease{}.Expired(noon))
		assert.True(t, chapter.Lease{}.Expired(time.Time{}))
	})
}

func TestLeaseString(t *testing.T) {
	for _, c := range []struct {
		lease chapter.Lease
		want  string
	}{
		{chapter.Lease{}, "no lease"},
		{chapter.Lease{Holder: "client1", Token: 33, Expires: noon.Add(10 * time.Second)},
			"client1 holds token 33 until 12:00:10"},
		{chapter.Lease{Holder: "client2", Token: 34, Expires: noon.Add(1500 * time.Millisecond)},
			"client2 holds token 34 until 12:00:01.5"},
		{chapter.Lease{Holder: "client3", Token: 1<<64 - 1, Expires: noon.Add(time.Nanosecond)},
			"client3 holds token 18446744073709551615 until 12:00:00.000000001"},
		{chapter.Lease{Token: 1, Expires: noon}, " holds token 1 until 12:00:00"},
	} {
		t.Run(c.want, func(t *testing.T) { assert.Equal(t, c.want, c.lease.String()) })
	}
}
