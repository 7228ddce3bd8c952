// Package break_the_check is exercise 02: can you break every careful client?
//
// Three clients look before they write, and each more cleverly than those of
// the text. They write to a plain storage, and their authors are sure that no
// stale write can happen. Prove them wrong: write, for each, an order of events
// at whose end the data of an older grant stands where a newer grant has
// written. The clients themselves are in worlds_test.go; read them first.
//
// A schedule has one entry per step, "client1: acquire" or, shorter, "client1",
// and goes on until nobody has a step left to take. Fill in the three functions.
// With -v the tests also show how each of your schedules ends before a fence.
//
//	Learn:   whatever a client does before it writes, the pause can come after it
//	Read:    Why can't the client check for itself?
//	Minutes: 10
//	Level:   easy
package break_the_check

// RenewsFirst breaks the client that renews its lease as the last thing it does
// before it writes, and writes only if the lock service has agreed.
//
//	client1, client2   acquire, renew, write
//	clock              tick, tick, tick   (a lease lasts for two)
func RenewsFirst() []string {
	return []string{
		// TODO: who goes first? One entry per step: "client1: acquire", ...
	}
}

// AsksTwice breaks the client that asks the lock service whether the lease is
// still its own, then asks again, and writes only after the second yes.
//
//	client1, client2   acquire, ask, ask again, write
//	clock              tick   (a lease lasts for one)
func AsksTwice() []string {
	return []string{
		// TODO
	}
}

// HasDeadline breaks the client that puts a deadline on its write: the instant
// at which its lease is over. Its library drops the write if the deadline has
// passed when it is sent. After that it is a packet, and packets take their time.
//
//	client1, client2   acquire, send
//	packet1, packet2   arrive   (after the client of that number has sent)
//	clock              tick   (a lease lasts for one)
func HasDeadline() []string {
	return []string{
		// TODO
	}
}
