//go:build unix

package main

import (
	"fmt"
	"strings"
)

// wrong says what of an outcome had not to happen, and nothing if all is as it
// had to be.
func (s settings) wrong(fenced bool, o outcome) string {
	want := outcome{Arrived: 1, Damage: true, Holds: stale}
	switch {
	case s.check == after:
		want = outcome{Arrived: 0, Holds: fresh}
	case fenced:
		want = outcome{Arrived: 1, Holds: fresh, Refusal: o.Refusal}
		if !strings.HasPrefix(o.Refusal, "409 token ") {
			return fmt.Sprintf("client1's late write had to be refused with 409, and it was told %q", o.Refusal)
		}
	}
	if o != want {
		return fmt.Sprintf("this had to come out: %+v, and this did: %+v", want, o)
	}
	return ""
}

// verdict is the outcome of one run in a line of at most 80 columns.
func (s settings) verdict(fenced bool, o outcome) string {
	way := "Without a fence:"
	if fenced {
		way = "With a fence:   "
	}
	switch {
	case o.Damage:
		return way + " client2 data is lost, and nobody was told."
	case o.Refusal != "":
		return fmt.Sprintf("%s client2 data is kept. client1 was told: %s.", way, o.Refusal)
	}
	return way + " client2 data is kept. client1 looked after waking, and gave up."
}
