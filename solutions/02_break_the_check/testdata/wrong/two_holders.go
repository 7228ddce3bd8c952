// Wrong: thinks that two clients must hold the lease at the same instant for damage to be done.
// Message: The lock service makes no mistake: it grants none before the last one is over.
package break_the_check

func RenewsFirst() []string {
	return []string{
		"client1: acquire",
		"client1: renew",
		"client2: acquire",
		"client2: renew",
		"client2: write",
		"client1: write",
		"clock: tick",
		"clock: tick",
		"clock: tick",
	}
}

func AsksTwice() []string {
	return []string{
		"client1: acquire",
		"client1: ask",
		"client1: ask again",
		"client2: acquire",
		"client2: ask",
		"client2: ask again",
		"client2: write",
		"client1: write",
		"clock: tick",
	}
}

func HasDeadline() []string {
	return []string{
		"client1: acquire",
		"client1: send",
		"client2: acquire",
		"client2: send",
		"packet2: arrive",
		"packet1: arrive",
		"clock: tick",
	}
}
