// Wrong: lets client1 write after the end of its lease, but before client2 does: late alone does no harm here.
// Message: A newer grant has to write between the older one's last check and its write
package break_the_check

func RenewsFirst() []string {
	return []string{
		"client1: acquire",
		"client1: renew",
		"clock: tick",
		"clock: tick",
		"clock: tick",
		"client2: acquire",
		"client1: write",
		"client2: renew",
		"client2: write",
	}
}

func AsksTwice() []string {
	return []string{
		"client1: acquire",
		"client1: ask",
		"client1: ask again",
		"clock: tick",
		"client2: acquire",
		"client1: write",
		"client2: ask",
		"client2: ask again",
		"client2: write",
	}
}

func HasDeadline() []string {
	return []string{
		"client1: acquire",
		"client1: send",
		"clock: tick",
		"client2: acquire",
		"packet1: arrive",
		"client2: send",
		"packet2: arrive",
	}
}
