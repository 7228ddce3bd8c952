// Wrong: delays the sending and not the packet, so that the deadline drops the write.
// Message: In the step "client1: send" the client looked after its pause, and noticed.
package break_the_check

func RenewsFirst() []string {
	return []string{
		"client1: acquire",
		"client1: renew",
		"clock: tick",
		"clock: tick",
		"client2: acquire",
		"client2: renew",
		"client2: write",
		"client1: write",
		"clock: tick",
	}
}

func AsksTwice() []string {
	return []string{
		"client1: acquire",
		"client1: ask",
		"client1: ask again",
		"clock: tick",
		"client2: acquire",
		"client2: ask",
		"client2: ask again",
		"client2: write",
		"client1: write",
	}
}

func HasDeadline() []string {
	return []string{
		"client1: acquire",
		"clock: tick",
		"client2: acquire",
		"client2: send",
		"packet2: arrive",
		"client1: send",
	}
}
