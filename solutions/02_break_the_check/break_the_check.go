// Package break_the_check is the answer to exercise 02: can you break every careful client?
//
// The three schedules have one shape. client1 goes through its last check, and
// the check is right. Then comes the gap: time passes, client2 is granted the
// lease, checks, and writes. Then client1's write arrives. A cleverer check
// moves the gap; the last check of all is followed by one, too.
package break_the_check

// RenewsFirst: the renewal is granted, and gives client1 two more ticks. That is
// a promise about what the service will not do meanwhile. It is none about how
// soon client1 takes its next step.
func RenewsFirst() []string {
	return []string{
		"clock: tick", // it does not matter when: one tick is left over
		"client1: acquire",
		"client1: renew", // granted: until 12:00:15
		// client1 is paused here, between the renewal and the write.
		"clock: tick",
		"clock: tick", // 12:00:15, the renewed lease is over
		"client2: acquire",
		"client2: renew",
		"client2: write",
		"client1: write", // from here on the storage holds stale data
	}
}

// AsksTwice: the second yes is as true as the first, and as old as soon as it is
// given. A hundred questions would leave the same gap after the last.
func AsksTwice() []string {
	return []string{
		"client1: acquire",
		"client1: ask",
		"client1: ask again", // yes
		// client1 is paused here, between the yes and the write.
		"clock: tick",
		"client2: acquire",
		"client2: ask",
		"client2: ask again",
		"client2: write",
		"client1: write",
	}
}

// HasDeadline: client1 does everything right and is never paused. The deadline
// is kept, too: it is about sending. The packet is not client1's any more, and
// nobody can call it back. Had the library looked at the deadline again, then
// somewhere below it a network card, a queue or a retry would have been the last.
func HasDeadline() []string {
	return []string{
		"client1: acquire",
		"client1: send", // in time
		// The packet is held up here, in the network.
		"clock: tick",
		"client2: acquire",
		"client2: send",
		"packet2: arrive",
		"packet1: arrive",
	}
}
