//go:build unix

package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestWhatHasToHappen(t *testing.T) {
	const refusal = "409 token 33 < 34"
	for _, test := range []struct {
		name   string
		check  string
		fenced bool
		o      outcome
		fine   bool
	}{
		{"plain: it lands", before, false, outcome{Arrived: 1, Damage: true, Holds: stale}, true},
		{"plain, no look: it lands", never, false, outcome{Arrived: 1, Damage: true, Holds: stale}, true},
		{"plain: it never arrived", before, false, outcome{Arrived: 0, Holds: fresh}, false},
		{"plain: it arrived twice", before, false, outcome{Arrived: 2, Damage: true, Holds: stale}, false},
		{"plain: it came first", before, false, outcome{Arrived: 1, Holds: fresh}, false},
		{"fenced: it is refused", before, true, outcome{Arrived: 1, Holds: fresh, Refusal: refusal}, true},
		{"fenced: it lands", before, true, outcome{Arrived: 1, Damage: true, Holds: stale}, false},
		{"fenced: refused for another reason", before, true, outcome{Arrived: 1, Holds: fresh, Refusal: "500 store broken"}, false},
		{"fenced: refused, and the data is gone", before, true, outcome{Arrived: 1, Holds: draft, Refusal: refusal}, false},
		{"fenced: refused, and yet it landed", before, true, outcome{Arrived: 1, Damage: true, Holds: stale, Refusal: refusal}, false},
		{"looks after waking, plain", after, false, outcome{Holds: fresh}, true},
		{"looks after waking, fenced", after, true, outcome{Holds: fresh}, true},
		{"looks after waking, and writes", after, true, outcome{Arrived: 1, Holds: fresh, Refusal: refusal}, false},
	} {
		wrong := settings{check: test.check}.wrong(test.fenced, test.o)
		assert.Equal(t, test.fine, wrong == "", "%s: %s", test.name, wrong)
	}
}
