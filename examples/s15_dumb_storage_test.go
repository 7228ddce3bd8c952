package examples_test

import (
	"fmt"

	"example.com/fencing/chapter"
)

// Predict: the storage can't compare anything. Before client2 is granted the
// lease, somebody switches client1's machine off and makes sure that it is off.
// Is the data safe then? And if client1 had sent its write just before?
func Example_s15_dumbStorage() {
	for _, story := range []string{"left on", "switched off", "switched off, packet sent before"} {
		var storage chapter.PlainStorage
		power := true
		var onTheWire []func()
		send := func(data string) {
			if power {
				onTheWire = append(onTheWire, func() { storage.Write(data) })
			}
		}

		if story == "switched off, packet sent before" {
			send("client1 stale data")
		}
		if story != "left on" {
			power = false // confirmed before the lease is granted anew
		}

		storage.Write("client2 data") // client2 has the lease now

		send("client1 stale data") // client1 wakes, if there is power to wake it
		for _, arrive := range onTheWire {
			arrive()
		}
		fmt.Printf("client1 is %s: storage holds: %s\n", story, storage.Read())
	}

	// Where the resource can't refuse, one stops the sender: STONITH, "shoot
	// the other node in the head". It has to be confirmed before the new grant,
	// and it stops no packet that is already on its way.

	// Output:
	// client1 is left on: storage holds: client1 stale data
	// client1 is switched off: storage holds: client2 data
	// client1 is switched off, packet sent before: storage holds: client1 stale data
}
